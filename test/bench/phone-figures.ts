import type { Page } from '@playwright/test';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { openPhone, type Phone } from '#test/e2e-fixtures/phone.ts';
import { signIn, untilInstalled } from '#test/e2e-fixtures/sign-in.ts';
import { OWNER, SCANS } from './client-seed.ts';
import { measureSlowdown, requireSlowdown, slowDown } from './cpu-slowdown.ts';
import { markPaints } from './phone-marks.ts';

const SAMPLES = 5;
const PULL_LIMIT_MS = 120_000;

export interface PhoneFigures {
  /** Ms from navigation to home's points, and to its first project, being painted. */
  readonly points: readonly number[];
  readonly projects: readonly number[];
  /** Ms from the tap to the first project of the list being painted, in their order. */
  readonly lists: readonly number[];
  /** How many times slower the pages really were. */
  readonly slowdowns: readonly number[];
}

/** Starts the built app cold without a network, and opens its list of projects, on a slow phone. */
export async function measurePhone(club: Club): Promise<PhoneFigures> {
  const phone = await openPhone();
  try {
    await signIn(club, phone.page, OWNER);
    await untilInstalled(phone.page);
    await untilPulled(phone.page);
    const points: number[] = [];
    const projects: number[] = [];
    const slowdowns: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const start = await startCold(club, phone);
      points.push(start.points);
      projects.push(start.projects);
      slowdowns.push(start.slowdown);
    }
    const { lists, slowdown } = await openLists(phone.page);
    slowdowns.push(slowdown);
    requireSlowdown(slowdowns);
    return { points, projects, lists, slowdowns };
  } finally {
    await phone.dispose();
  }
}

/** Waits until the pull has brought the scans: a store of the device has as many records. */
async function untilPulled(page: Page): Promise<void> {
  await page.waitForFunction(largestStore, SCANS, { timeout: PULL_LIMIT_MS, polling: 1000 });
}

/** In the page: whether any store of its databases has so many records. */
async function largestStore(wanted: number): Promise<boolean> {
  const counts: number[] = [];
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('IndexedDB failed.')));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames) {
      counts.push(await answer(database.transaction(store).objectStore(store).count()));
    }
    database.close();
  }
  return Math.max(0, ...counts) >= wanted;
}

async function startCold(club: Club, phone: Phone) {
  await phone.kill();
  await phone.start({ offline: true });
  const { page } = phone;
  await page.addInitScript(markPaints);
  const session = await slowDown(page);
  await page.goto(club.url);
  await page.waitForFunction(() => window.paintedAt.points && window.paintedAt.projects);
  const { points = Number.NaN, projects = Number.NaN } = await page.evaluate(
    () => window.paintedAt,
  );
  return { points, projects, slowdown: await measureSlowdown(page, session) };
}

/** Goes from home to the list and back, over and over. */
async function openLists(page: Page) {
  const session = await slowDown(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    await navigation.getByRole('link', { name: /^Projects/ }).tap();
    await page.waitForFunction((count) => window.listPaints.length >= count, sample);
    await navigation.getByRole('link', { name: 'Home' }).tap();
    await page.getByRole('region', { name: 'Points' }).first().waitFor();
    await page.getByRole('list', { name: 'Open projects' }).waitFor();
  }
  const lists = await page.evaluate(() => window.listPaints);
  return { lists, slowdown: await measureSlowdown(page, session) };
}
