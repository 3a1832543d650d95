import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { readEnvironment } from '#server/environment.ts';
import { openServices } from '#server/open-services.ts';
import { AdjustableClock } from '#server/qa/adjustable-clock.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import type { Services } from '#server/services.ts';
import { type Club, clubOn } from '#test/e2e-fixtures/club.ts';
import { openDesk } from '#test/e2e-fixtures/console.ts';
import { delayInstallation } from '#test/e2e-fixtures/installation.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { watchForProblems } from '#test/e2e-fixtures/problems.ts';
import { freePort } from '#test/setup/free-port.ts';
import { startInProcessServer } from '#test/setup/in-process-server.ts';
import { providePostgres } from '#test/setup/postgres.ts';
import { root } from '#test/setup/source-tree.ts';
import { databaseOn } from '#test/setup/test-database.ts';

/** Email address of the operator who may become the first administrator. */
export const FIRST_ADMIN = 'anna@club.example';

/** A new installation of the server, the browsers that use it, and its clock. */
export interface Year {
  readonly club: Club;
  /** URL of the console. */
  readonly consoleUrl: string;
  /** The administrator's page in the console, with their passkeys. */
  readonly anna: Page;
  /** A second operator's page. */
  readonly piotr: Page;
  /** The installer's page in the app. */
  readonly phone: Page;
  /** The database, to compare the ledger, and to run the scheduled jobs. */
  readonly services: Services;
  /** The year in which the simulation starts. */
  readonly year: number;
  /**
   * Moves the clocks of the server and of all browsers to a day at 10:00 UTC, and runs the scheduled jobs.
   * @param day such as `03-14`, or `+01-05` in the next year
   */
  moveTo(day: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on an empty database, and opens two desks and a phone. */
export async function openYear(browser: Browser): Promise<Year> {
  const cluster = await providePostgres();
  const database = await databaseOn(cluster.url);
  const port = await freePort();
  const consoleUrl = `http://localhost:${port}`;
  const environment = {
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    DATABASE_URL: database.url,
    DEMO_DATA: '0',
    RATE_LIMIT_FACTOR: '1000',
  };
  const server = await startInProcessServer({
    ...environment,
    APP_DIR: join(root, 'dist'),
    CONSOLE_PORT: String(port),
    CONSOLE_URL: consoleUrl,
    CONSOLE_DIR: join(root, 'dist-console'),
    CONSOLE_FIRST_ADMIN: FIRST_ADMIN,
  });
  const club = await clubOn(server, database);
  const jobs = await openServices(readEnvironment(environment), () => undefined);
  const [anna, piotr] = [
    await openDesk(browser, { url: consoleUrl }, []),
    await openDesk(browser, { url: consoleUrl }, []),
  ];
  for (const { page } of [anna, piotr]) await confirmWithPasskey(page);
  const phone = await openInstallersPhone(browser, club.url);
  const year = new Date().getUTCFullYear();
  const contexts = [anna.page.context(), piotr.page.context(), phone.context];
  for (const context of contexts) await context.clock.install({ time: timeOf(year, FIRST_DAY) });
  const moveTo = async (day: string) => {
    const time = timeOf(year, day);
    const offset = time - Date.now();
    const data = { network: {}, clockOffsetMs: offset };
    const response = await anna.page.request.put(`${server.url}/dev/qa/switches`, { data });
    expect(response.ok()).toBe(true);
    for (const context of contexts) await context.clock.setSystemTime(Date.now() + offset);
    setOffset(jobs.services, offset);
    await runJobs(jobs.services);
  };
  await moveTo(FIRST_DAY);
  return {
    ...{ club, consoleUrl, year, moveTo },
    anna: anna.page,
    piotr: piotr.page,
    phone: phone.page,
    services: jobs.services,
    async close() {
      await anna.close();
      await piotr.close();
      await phone.close();
      await jobs.close();
      await club.close();
      await cluster.stop();
    },
  };
}

const FIRST_DAY = '01-15';

/** Returns a day such as `03-14`, or `+01-05` in the next year, in milliseconds since 1970. */
function timeOf(year: number, day: string): number {
  const isNext = day.startsWith('+');
  return Date.parse(`${isNext ? year + 1 : year}-${isNext ? day.slice(1) : day}T10:00:00Z`);
}

function setOffset({ clock }: Services, offsetMs: number): void {
  if (!(clock instanceof AdjustableClock)) throw new Error('The clock can’t be moved.');
  clock.offsetMs = offsetMs;
}

/** Uses the passkey whenever the console asks for it again: on a slow machine, steps take longer than five minutes. */
async function confirmWithPasskey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm with your passkey' });
  await page.addLocatorHandler(dialog, () =>
    dialog.getByRole('button', { name: 'Use the passkey' }).click(),
  );
}

async function openInstallersPhone(
  browser: Browser,
  url: string,
): Promise<{ page: Page; context: BrowserContext; close: () => Promise<void> }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: phoneSize,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    reducedMotion: 'reduce',
  });
  const problems: string[] = [];
  watchForProblems(context, problems);
  await delayInstallation(context);
  const page = await context.newPage();
  const close = async () => {
    await context.close();
    expect(problems).toEqual([]);
  };
  return { page, context, close };
}
