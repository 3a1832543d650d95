import '#src/styles/app.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, inject, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { brand } from '#brand';
import { calls } from '#schemas/api/calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import type { DemoAccountKey } from '#server/demo/accounts.ts';
import { App, loadSignedInApp } from '#src/app/app.tsx';
import { browserServices } from '#src/data/browser-services.ts';
import { DEVICE_SETTINGS_KEY, type DeviceSettings } from '#src/data/device/device-settings.ts';
import { writable } from '#src/data/live/readable.ts';
import { ServicesContext } from '#src/data/services.ts';
import { type AppUpdate, UpdateContext } from '#src/shell/app-update.ts';
import { applyDeviceSettings } from '#src/shell/behaviour/apply-device-settings.ts';
import { startFocusRecovery } from '#src/ui/focus-recovery.ts';
import { applyBrand } from '#src/ui/theme.ts';
import type { Session } from '#sync/http/session.ts';
import { deleteDatabases, listDatabaseNames } from '#sync/store/device-databases.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';

interface ScreenOptions {
  /** Person of the demo data who is signed in; null for no one. */
  readonly person?: DemoAccountKey | null;
  /** Changes of the person's data on the server. */
  readonly user?: (user: InstallerUser) => InstallerUser;
  /** Adds responses to the server. */
  readonly server?: (server: FakeServer) => void;
  readonly fontSize?: DeviceSettings['fontSize'];
  /** Size of the page, in px; a phone's by default. */
  readonly size?: readonly [width: number, height: number];
}

startFocusRecovery(document);
applyBrand(brand);

const PHONE = [390, 844] as const;
const browserFetch = globalThis.fetch;
/** Component tests have no service worker, and so no updates. */
const noUpdates: AppUpdate = { updateReady: writable(false), applyUpdate: () => undefined };
/** So far in the future that the app never refreshes a token. */
const EXPIRES_AT = '2999-01-01T00:00:00.000Z';

/**
 * Opens the app at a path, with a new store and a fake server, and waits for its heading. After the test,
 * closes the app, deletes the store, and fails the test if the server had problems.
 */
export async function renderScreen(path: string, options: ScreenOptions = {}): Promise<FakeServer> {
  const {
    person = 'polishOwner',
    user = (self) => self,
    fontSize = '14px',
    size = PHONE,
  } = options;
  const server = startFakeServer();
  respondForEveryScreen(server, person === null ? null : user(personOf(person)));
  options.server?.(server);
  globalThis.fetch = (input, init) =>
    isForServer(input) ? server.fetch(input, init) : browserFetch(input, init);
  localStorage.setItem(DEVICE_SETTINGS_KEY, JSON.stringify({ language: 'en', fontSize }));
  history.replaceState(null, '', path);
  window.focus();
  await page.viewport(...size);

  const services = await browserServices(async () => []);
  if (person !== null) startSession(services.session, personOf(person));
  const { SignedInApp } = await loadSignedInApp();
  await applyDeviceSettings(services.device);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(async () => {
    root.unmount();
    element.remove();
    services.connectivity.close();
    await services.accounts.close();
    await deleteDatabases(await listDatabaseNames());
    localStorage.clear();
    sessionStorage.clear();
    globalThis.fetch = browserFetch;
    expect(server.problems).toEqual([]);
  });
  root.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ServicesContext value={services}>
          <UpdateContext value={noUpdates}>
            <App signedInApp={person === null ? null : SignedInApp} />
          </UpdateContext>
        </ServicesContext>
      </I18nProvider>
    </StrictMode>,
  );
  await expect.element(page.getByRole('heading', { level: 1 }).last()).toBeInTheDocument();
  return server;
}

/** Data of a person of the demo, as the fake server returns it. */
export const personOf = (key: DemoAccountKey): InstallerUser => inject('demo').people[key];

/** More tab stops than any screen has. */
const STOPS = 80;

/** Presses Tab until the target has focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (target.query() === document.activeElement) return;
    await userEvent.keyboard('{Tab}');
  }
  throw new Error(`The keyboard does not reach ${target.asLocator()}.`);
}

/** A company's points, as the fake server returns them. */
export const pointsSummary = (balance: number): PointsSummary => ({
  company_points: balance,
  projects: { in_prog: 0 },
  points: { to_expire: 0, reserved: 0 },
  scans: { current_year: 0, completed: 0, windows: 0 },
});

/** Opens another screen, like a link of the app. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
}

/** Takes the network away or restores it, with the browser's event. */
export function setOnline(server: FakeServer, isOnline: boolean): void {
  server.fault = isOnline ? null : 'no_network';
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

function respondForEveryScreen(server: FakeServer, user: InstallerUser | null): void {
  const { publicConfiguration, configurations, productTypes } = inject('demo');
  server.respond(calls.ping, () => ({ time: new Date().toISOString(), epoch: 'test' }));
  server.respond(calls.getPublicConfiguration, publicConfiguration);
  const configuration = user && configurations[user.region];
  if (!user || !configuration) return;
  server.respond(calls.getSignedInUser, user);
  server.respond(calls.getConfiguration, configuration);
  server.respond(calls.getClubCard, {
    edenred_card: user.company.edenred_card,
    has_edenred_card: user.company.has_edenred_card,
    pending_edenred_card: 0,
    currentCard: user.company.edenred_card === null ? null : { status: 'ACTIVE' },
  });
  server.list(calls.listTierProductCategories, productTypes);
  server.respond(calls.getPointsSummary, pointsSummary(2250));
}

function startSession(session: Session, { uuid, company, role, region }: InstallerUser): void {
  const token = { token: 'a'.repeat(40), refresh_token: 'b'.repeat(40), expiresAt: EXPIRES_AT };
  const identity = { user_id: uuid, company_id: company.uuid, role: role.id, region };
  session.start(identity, token);
}

function isForServer(input: RequestInfo | URL): boolean {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  return /^\/(api|files|calendar)\//.test(pathname);
}
