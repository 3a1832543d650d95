/** The app on a slow phone with much on it, and how fast it sends what was saved without a network. */
import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { type Club, openClub } from '#test/e2e-fixtures/club.ts';
import { DEMO_DATA } from '#test/e2e-fixtures/demo-data.ts';
import { plainSerials } from '#test/server/room-setup.ts';
import {
  buildAccountPage,
  DELAY_MS,
  measureSaves,
  measureSending,
  PER_PROJECT,
  type Sending,
  withAccount,
} from './account-figures.ts';
import type { BenchRow } from './bench-row.ts';
import { PROJECTS, SCANS, seedClient } from './client-seed.ts';
import { SLOWDOWN } from './cpu-slowdown.ts';
import { percentile } from './percentile.ts';
import { measurePhone, type PhoneFigures } from './phone-figures.ts';

const START_GOAL_MS = 1500;
const LIST_GOAL_MS = 100;
const SAVE_GOAL_MS = 50;
const TASK_GOAL_MS = 50;
const SAVES = 40;
const FEW = { scans: 500, goalMs: 3000 };
const MANY = { scans: 10_000, goalMs: 45_000 };
const DEVICE = `${SCANS.toLocaleString('en')} scans, ${PROJECTS} projects, CPU ÷ ${SLOWDOWN}`;

type Saves = Awaited<ReturnType<typeof measureSaves>>;

export async function run(): Promise<BenchRow[]> {
  const seed = await seedClient();
  const page = await buildAccountPage();
  try {
    const phone = await onServer(seed.full, {}, measurePhone);
    const load = loadNote();
    const full = await onServer(seed.full, { APP_DIR: page }, measureFull);
    const many = await onServer(seed.demo, { APP_DIR: page }, measureMany);
    return [
      ...phoneRows(phone, load),
      ...saveRows(full.saves),
      ...sendingRows(FEW, full.sending, 'on a device with 10,000 scans'),
      ...sendingRows(MANY, many, 'on a device with the demo’s scans'),
    ];
  } finally {
    await rm(page, { recursive: true });
    await rm(dirname(seed.full), { recursive: true });
  }
}

/** Runs on a server of its own that begins with a copy of such data. */
async function onServer<T>(
  data: string,
  environment: Record<string, string>,
  act: (club: Club) => Promise<T>,
): Promise<T> {
  process.env[DEMO_DATA] = data;
  const club = await openClub(environment);
  try {
    return await act(club);
  } finally {
    await club.close();
  }
}

/** On the seeded server: single saves without a network, then a batch sent. */
function measureFull(club: Club) {
  return withAccount(club, 1, async (page, projectIds) => {
    const { scans, projects } = await page.evaluate(() => window.bench.stored());
    if (scans < SCANS || projects < PROJECTS) throw new Error(`Only ${scans} scans were pulled.`);
    const pieces = plainSerials.slice(SCANS, SCANS + SAVES + FEW.scans);
    const saves = await measureSaves(page, pieces.splice(0, SAVES), projectIds[0] ?? '');
    await page.context().setOffline(false);
    await page.evaluate(() => window.bench.untilSent());
    await page.context().setOffline(true);
    return { saves, sending: await measureSending(club, page, pieces, projectIds) };
  });
}

function measureMany(club: Club): Promise<Sending> {
  return withAccount(club, MANY.scans / PER_PROJECT, (page, projectIds) =>
    measureSending(club, page, plainSerials.slice(0, MANY.scans), projectIds),
  );
}

function phoneRows(figures: PhoneFigures, load: string): BenchRow[] {
  const { points, projects, lists, slowdowns } = figures;
  const slowed = `The page was measured to be ${slowdowns.map((ratio) => ratio.toFixed(1)).join(', ')} × slower; its service worker is not slowed. ${load}`;
  return [
    row(
      `cold start without a network to home’s points, ${DEVICE}, median`,
      percentile(points, 0.5),
      START_GOAL_MS,
      `Built app; browser killed before each of ${points.length} starts; from navigation start to the paint after the number is in the page. ${all(points)}; first project of home ${all(projects)}. ${slowed}`,
    ),
    row(
      `projects list, ${DEVICE}, median`,
      percentile(lists, 0.5),
      LIST_GOAL_MS,
      `Built app without a network; from lifting the finger off “Projects” to the paint after the first project is in the page. In order: ${all(lists)}; the first one loads the screen’s code.`,
    ),
  ];
}

function saveRows({ capture, save, slowdown }: Saves): BenchRow[] {
  const how = `Bare page with the app’s own account, no network, until the act’s promise resolves; slowed ${slowdown.toFixed(1)} ×; ${capture.length} samples.`;
  const note = (sample: readonly number[]) =>
    `${how} Median ${ms(percentile(sample, 0.5))}, slowest ${ms(Math.max(...sample))}. ${loadNote()}`;
  return [
    row(
      `capture of a scan until durable, ${DEVICE}, p95`,
      percentile(capture, 0.95),
      SAVE_GOAL_MS,
      note(capture),
    ),
    row(
      `save of a scan to its project until durable, ${DEVICE}, p95`,
      percentile(save, 0.95),
      SAVE_GOAL_MS,
      note(save),
    ),
  ];
}

function sendingRows(
  { scans, goalMs }: typeof FEW,
  { ms: time, longestTask }: Sending,
  where: string,
): BenchRow[] {
  const count = scans.toLocaleString('en');
  const how = `Bare page with the app’s own account ${where}, full speed, server on the same machine.`;
  return [
    row(
      `sending ${count} scans, every answer ${DELAY_MS} ms late`,
      time,
      goalMs,
      `${how} From the browser’s “online” event until nothing waits in the store. ${loadNote()}`,
    ),
    {
      figure: `longest task of the main thread while sending ${count} scans`,
      goal: `≤ ${TASK_GOAL_MS} ms`,
      result: longestTask === 0 ? '< 50 ms' : ms(longestTask),
      met: longestTask <= TASK_GOAL_MS,
      note: `${how} The browser reports tasks from 50 ms on. ${loadNote()}`,
    },
  ];
}

function row(figure: string, value: number, goal: number, note: string): BenchRow {
  return { figure, goal: `≤ ${goal} ms`, result: ms(value), met: value <= goal, note };
}

function loadNote(): string {
  return `Load of the machine ${loadavg()[0]?.toFixed(1)}.`;
}

function all(sample: readonly number[]): string {
  return sample.map(ms).join(', ');
}

function ms(value: number): string {
  return value < 20 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
