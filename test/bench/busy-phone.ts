/** A phone that has a busy company's data, and how long it takes to start on it. */
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
 * Gives the server so many scans, and the phone all that the server has.
 * @returns the projects that the scans are in
 */
export async function fillPhone(
  club: Club,
  phone: Phone,
  site: StoreSite,
  scans: readonly DemoSerial[],
  say: (text: string) => void,
): Promise<string[]> {
  const owner = await club.as('polishOwner');
  const projects = await makeProjects(owner, PROJECT_COUNT);
  await saveOnServer(owner, [...scans], projects);
  say('the server has the data');

  await signIn(club, phone.page, 'polishOwner');
  await waitUntilInstalled(phone.page);
  await site.open(club.url, phone.page);
  const counts = { scans: scans.length, projects: PROJECT_COUNT };
  await phone.page.evaluate((held) => window.store?.untilItHolds(held), counts);
  say('the phone has the data');
  await untilReady(phone, club.url);
  return projects;
}

/**
 * As a phone is that was in use: home has been shown, and the worker that serves the app without a
 * network has everything and is in control. Written to the disk, too: the browser is killed next.
 */
async function untilReady({ page }: Phone, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('region', { name: 'Points' }).waitFor({ timeout: 60_000 });
  await page.getByRole('list', { name: 'Open projects' }).waitFor({ timeout: 60_000 });
  await waitUntilInstalled(page);
  await page.reload();
  await page.getByRole('list', { name: 'Open projects' }).waitFor({ timeout: 60_000 });
  // What home showed last is kept once there is nothing else to do.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith(':home')));
  const isControlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
  if (!isControlled) throw new Error('The app is not on the phone yet.');
}

/** A start, by when each part of it was done, in ms after the page was asked for. */
export interface ColdStart {
  /** The first line of our code runs. */
  readonly begun: number;
  /** What home is drawn with is loaded. */
  readonly loaded: number;
  /** Home is seen as it was last. */
  readonly shown: number;
  /** The store is open. */
  readonly opened: number;
  /** Home is seen as the store has it. */
  readonly live: number;
}

/** How often somebody presses who can't wait, in ms. */
const PRESS_EVERY_MS = 40;

/** How long a press waited for the page at most in a start, in ms. */
export interface PressDelays {
  /** Of those that came when something was to be seen, until home was what the store says. */
  readonly seen: number;
  /** Of those before: on an empty page. */
  readonly empty: number;
}

/** How long presses wait while the app starts: somebody presses all the time, each time in another cold start. */
export async function measurePressDelays(
  phone: PersistentPhone,
  url: string,
  slower: number,
  say: (text: string) => void,
): Promise<PressDelays[]> {
  const waits: PressDelays[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await openCold(phone, slower);
    await phone.page.addInitScript(watchPresses);
    const presser = await phone.context.newCDPSession(phone.page);
    // Where nothing is that a press would open.
    const at = { type: 'mousePressed', x: 2, y: 2, button: 'left', clickCount: 1 } as const;
    const press = () => void presser.send('Input.dispatchMouseEvent', at).catch(() => undefined);
    const pressing = setInterval(press, PRESS_EVERY_MS);
    await phone.page.goto(url);
    await untilHomeIsLive(phone);
    clearInterval(pressing);
    const { presses, seenAt } = await phone.page.evaluate(() => ({
      presses: window.pressWaits ?? [],
      seenAt: performance.getEntriesByName('first-contentful-paint').at(0)?.startTime ?? 0,
    }));
    const longest = (some: typeof presses) => Math.max(0, ...some.map(({ wait }) => wait));
    const seen = longest(presses.filter(({ at }) => at >= seenAt));
    const empty = longest(presses.filter(({ at }) => at < seenAt));
    say(
      `presses in cold start ${start + 1} of ${STARTS}: ${formatMs(seen)}, before ${formatMs(empty)}`,
    );
    waits.push({ seen, empty });
  }
  return waits;
}

/** A browser that was just started, without a network. */
async function openCold(phone: PersistentPhone, slower: number): Promise<void> {
  await phone.kill();
  await phone.start({ offline: true });
  await phone.page.addInitScript(watchScreens);
  await throttleCpu(phone.page, slower);
}

async function untilHomeIsLive({ page }: Phone): Promise<void> {
  const shown = page.waitForFunction(() => window.homeLiveAt !== undefined, null, {
    timeout: 60_000,
  });
  await shown.catch(async (error: unknown) => {
    const text = await page.evaluate(() => document.body.innerText);
    throw new Error(`Home shows no data: ${text.slice(0, 400)}`, { cause: error });
  });
}

/** Each in a browser that was just started. @param slower by how much the processor is slowed */
export async function measureColdStarts(
  phone: PersistentPhone,
  url: string,
  slower: number,
  say: (text: string) => void,
): Promise<ColdStart[]> {
  const starts: ColdStart[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await openCold(phone, slower);
    await phone.page.goto(url);
    await untilHomeIsLive(phone);
    const times = await phone.page.evaluate(() => {
      const at = (name: string) => performance.getEntriesByName(name).at(0)?.startTime ?? NaN;
      return {
        begun: at('club-begins'),
        loaded: at('club-loaded'),
        shown: window.homeShownAt ?? NaN,
        opened: at('club-opened'),
        live: window.homeLiveAt ?? NaN,
      };
    });
    say(`cold start ${start + 1} of ${STARTS}: ${formatMs(times.shown)}`);
    starts.push(times);
  }
  return starts;
}
