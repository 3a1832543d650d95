/** A phone with a busy company's data, and its startup times. */
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import type { PersistentPhone, Phone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { StoreSite } from '#test/e2e-fixtures/store-site.ts';
import { makeProjects, formatMs, saveOnServer, throttleCpu } from './device-load.ts';
import { watchPresses } from './watch-presses.ts';
import { watchScreens } from './watch-screens.ts';

export const PROJECT_COUNT = 500;
const STARTS = 5;

/**
 * Creates scans on the server and syncs everything to the phone.
 * @returns the projects of the scans
 */
export async function fillPhone(
  club: Club,
  phone: Phone,
  site: StoreSite,
  scans: readonly DemoSerial[],
  log: (text: string) => void,
): Promise<string[]> {
  const owner = await club.as('polishOwner');
  const projects = await makeProjects(owner, PROJECT_COUNT);
  await saveOnServer(owner, [...scans], projects);
  log('the server has all data');

  await signIn(club, phone.page, 'polishOwner');
  await waitUntilInstalled(phone.page);
  await site.open(club.url, phone.page);
  const counts = { scans: scans.length, projects: PROJECT_COUNT };
  await phone.page.evaluate(
    (expectedCounts) => window.store?.waitForCounts(expectedCounts),
    counts,
  );
  log('the phone has all data');
  await waitUntilReady(phone, club.url);
  return projects;
}

/**
 * Prepares a phone as if it had been used: home was shown, and the service worker can serve the app offline.
 * Flushes to disk, because the browser is killed next.
 */
async function waitUntilReady({ page }: Phone, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('region', { name: 'Points' }).waitFor({ timeout: 60_000 });
  await page.getByRole('list', { name: 'Open projects' }).waitFor({ timeout: 60_000 });
  await waitUntilInstalled(page);
  await page.reload();
  await page.getByRole('list', { name: 'Open projects' }).waitFor({ timeout: 60_000 });
  // Home's snapshot is saved when the page is idle.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith(':home')));
  const isControlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
  if (!isControlled) throw new Error('The service worker doesn’t control the page yet.');
}

/** Milestones of a start, in ms after navigation. */
export interface ColdStart {
  /** First line of our code. */
  readonly startedAt: number;
  /** Home's code is loaded. */
  readonly loadedAt: number;
  /** Home's snapshot is visible. */
  readonly shownAt: number;
  /** The store is open. */
  readonly openedAt: number;
  /** Home shows live data. */
  readonly liveAt: number;
}

/** Interval between presses in ms. */
const PRESS_INTERVAL_MS = 40;

/** Longest delay of a press during a start, in ms. */
interface PressDelays {
  /** Longest delay from the first paint until home was live. */
  readonly afterPaint: number;
  /** Longest delay before the first paint, on an empty page. */
  readonly empty: number;
}

/**
 * Measures how long presses wait during cold starts; each start has presses at a constant interval.
 */
export async function measurePressDelays(
  phone: PersistentPhone,
  url: string,
  slower: number,
  log: (text: string) => void,
): Promise<PressDelays[]> {
  const waits: PressDelays[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await openCold(phone, slower);
    await phone.page.addInitScript(watchPresses);
    const devtools = await phone.context.newCDPSession(phone.page);
    // The point contains no control.
    const press = { type: 'mousePressed', x: 2, y: 2, button: 'left', clickCount: 1 } as const;
    const pressMouse = () =>
      void devtools.send('Input.dispatchMouseEvent', press).catch(() => undefined);
    const timer = setInterval(pressMouse, PRESS_INTERVAL_MS);
    await phone.page.goto(url);
    await waitUntilHomeIsLive(phone);
    clearInterval(timer);
    const { presses, seenAt: shownAt } = await phone.page.evaluate(() => ({
      presses: window.pressWaits ?? [],
      seenAt: performance.getEntriesByName('first-contentful-paint').at(0)?.startTime ?? 0,
    }));
    const longest = (some: typeof presses) => Math.max(0, ...some.map(({ wait }) => wait));
    const afterPaint = longest(presses.filter(({ at }) => at >= shownAt));
    const empty = longest(presses.filter(({ at }) => at < shownAt));
    log(
      `presses in cold start ${start + 1} of ${STARTS}: ${formatMs(afterPaint)}, before ${formatMs(empty)}`,
    );
    waits.push({ afterPaint, empty });
  }
  return waits;
}

/** Opens the app in a newly started browser, offline. */
async function openCold(phone: PersistentPhone, slower: number): Promise<void> {
  await phone.kill();
  await phone.start({ offline: true });
  await phone.page.addInitScript(watchScreens);
  await throttleCpu(phone.page, slower);
}

async function waitUntilHomeIsLive({ page }: Phone): Promise<void> {
  const homeIsLive = page.waitForFunction(() => window.homeLiveAt !== undefined, null, {
    timeout: 60_000,
  });
  await homeIsLive.catch(async (error: unknown) => {
    const text = await page.evaluate(() => document.body.innerText);
    throw new Error(`Home shows no data: ${text.slice(0, 400)}`, { cause: error });
  });
}

/**
 * Measures several cold starts, each in a new browser.
 * @param slower CPU slowdown factor
 */
export async function measureColdStarts(
  phone: PersistentPhone,
  url: string,
  slower: number,
  log: (text: string) => void,
): Promise<ColdStart[]> {
  const starts: ColdStart[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await openCold(phone, slower);
    await phone.page.goto(url);
    await waitUntilHomeIsLive(phone);
    const times = await phone.page.evaluate(() => {
      const timeOf = (name: string) => performance.getEntriesByName(name).at(0)?.startTime ?? NaN;
      return {
        startedAt: timeOf('club-begins'),
        loadedAt: timeOf('club-loaded'),
        shownAt: window.homeShownAt ?? NaN,
        openedAt: timeOf('club-opened'),
        liveAt: window.homeLiveAt ?? NaN,
      };
    });
    log(`cold start ${start + 1} of ${STARTS}: ${formatMs(times.shownAt)}`);
    starts.push(times);
  }
  return starts;
}
