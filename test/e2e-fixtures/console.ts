import { join } from 'node:path';
import { type Browser, expect, test as base, type CDPSession, type Page } from '@playwright/test';
import { demoOperators } from '#server/demo/operators.ts';
import { freePort } from '#test/setup/free-port.ts';
import { root } from '#test/setup/source-tree.ts';
import { type Club, openClub, waitForNewest } from './club.ts';
import { watchForProblems } from './problems.ts';

const emailOf = (role: (typeof demoOperators)[number]['role']) =>
  demoOperators.find((operator) => operator.role === role)?.email ?? '';

/** The demo's operator who administers all countries. */
export const administrator = emailOf('administrator');
/** The demo's operators who work in one country. */
export const countryLead = emailOf('country_lead');
export const reviewer = emailOf('reviewer');
export const viewer = emailOf('viewer');

/** A server with the console. */
export interface ConsoleSite {
  readonly club: Club;
  /** URL of the console. Passkeys and the cookie only work with the host name `localhost`. */
  readonly url: string;
  /** Passkeys created so far. The passkey device of every page has all of them. */
  passkeys: readonly Passkey[];
}

type Passkey = Awaited<ReturnType<typeof readPasskeys>>[number];

interface WorkerFixtures {
  /** Opens the server of this name. Closes the previous one, unless other files share it. */
  readonly siteOf: (name: string | null) => Promise<ConsoleSite>;
}
interface TestFixtures {
  /** Name of a server on which no operator has a passkey; null for the server that other files share. */
  readonly ownSite: string | null;
  readonly site: ConsoleSite;
  /** A browser page of an office PC that has a passkey device. Unexpected errors fail the test. */
  readonly desk: Page;
  /** Page on another operator's PC, without a passkey yet. */
  readonly colleague: Page;
}

/** Tests of the console: one server per worker, and a new browser context per test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Not a worker option, because a new worker for each value would load all modules and a browser again.
  ownSite: [null, { option: true }],
  siteOf: [
    // Playwright derives a fixture's dependencies from its parameters; this one has none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const sites = new Map<string | null, ConsoleSite>();
      const close = async (name: string | null) => {
        const site = sites.get(name);
        sites.delete(name);
        await site?.club.close();
      };
      await use(async (name) => {
        const open = sites.get(name);
        if (open) return open;
        for (const other of sites.keys()) if (other !== null) await close(other);
        const site = await openSite();
        sites.set(name, site);
        return site;
      });
      for (const name of sites.keys()) await close(name);
    },
    { scope: 'worker' },
  ],
  site: async ({ siteOf, ownSite }, use) => use(await siteOf(ownSite)),
  desk: async ({ browser, site }, use) => {
    const { page, passkeys, close } = await openDesk(browser, site, site.passkeys);
    await use(page);
    site.passkeys = await passkeys();
    await close();
  },
  colleague: async ({ browser, site }, use) => {
    const { page, close } = await openDesk(browser, site, []);
    await use(page);
    await close();
  },
});

async function openSite(): Promise<ConsoleSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const club = await openClub({
    CONSOLE_PORT: String(port),
    CONSOLE_URL: url,
    CONSOLE_DIR: join(root, 'dist-console'),
  });
  return { club, url, passkeys: [] };
}

/** Opens a browser with a passkey device. Closing it fails on unexpected errors. */
export async function openDesk(
  browser: Browser,
  site: Pick<ConsoleSite, 'url'>,
  known: readonly Passkey[],
) {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    reducedMotion: 'reduce',
  });
  const problems: string[] = [];
  watchForProblems(context, problems);
  const page = await context.newPage();
  const { passkeys } = await addPasskeyDevice(page, known);
  const close = async () => {
    await context.close();
    expect(problems).toEqual([]);
  };
  return { page, passkeys, close };
}

/** Adds a passkey device that always confirms to a page. */
async function addPasskeyDevice(page: Page, passkeys: readonly Passkey[]) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of passkeys)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return { passkeys: () => readPasskeys(session, authenticatorId) };
}

async function readPasskeys(session: CDPSession, authenticatorId: string) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}

/**
 * Makes saving drafts fail, so that the console asks before typed text is lost. Returns a function that lets saving
 * succeed again.
 */
export async function failDraftSaves(page: Page): Promise<() => Promise<void>> {
  const path = '**/operator/v1/draft';
  await page.route(path, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  return () => page.unroute(path);
}

/** Signs in with email and code, up to the step that asks for the passkey. */
export async function enterCode(
  site: Pick<ConsoleSite, 'club'>,
  page: Page,
  email: string,
): Promise<void> {
  const earlier = await site.club.codesFor(email);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  const code = await waitForNewest(() => site.club.codesFor(email), earlier.length);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
}

/** Opens the console and signs the administrator in: with a passkey, or with a code and a new passkey. */
export async function signInOperator(site: ConsoleSite, page: Page): Promise<void> {
  if (site.passkeys.length === 0) return signInWithNewPasskey(site, page, administrator);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** Opens the console and signs an operator in with a code and a new passkey. */
export async function signInWithNewPasskey(
  site: Pick<ConsoleSite, 'club'>,
  page: Page,
  email: string,
): Promise<void> {
  await page.goto('/');
  await enterCode(site, page, email);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}
