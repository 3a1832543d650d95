/** The app with a busy company's data, on a slow CPU and offline. */
import { openClub } from '#test/e2e-fixtures/club.ts';
import { openPhone, type Phone } from '#test/e2e-fixtures/phone.ts';
import type { CapturedScan } from '#sync/entities/scans/scan-events.ts';
import { buildStoreSite, type StoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import { measureColdStarts, fillPhone, PROJECT_COUNT } from './busy-phone.ts';
import { toCapturedScan, formatMs, simpleSerials, throttleCpu } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const SCANS = 10_000;
const CPU_SLOWDOWN = 4;
const START_GOAL_MS = 1500;
const LIST_GOAL_MS = 100;
const SAVE_GOAL_MS = 50;
const OPENINGS = 10;
const SAVES = 100;

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('device');
  const site = await buildStoreSite();
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    const serials = simpleSerials(SCANS + SAVES);
    const projects = await fillPhone(club, phone, site, serials.slice(0, SCANS), log);
    club.proxy.isDown = true;

    const starts = await measureColdStarts(phone, club.url, CPU_SLOWDOWN, log);
    const lists = await openLists(phone, club.url);
    log('lists opened');
    club.proxy.isDown = false;
    const saves = await saveScans(phone, site, club.url, {
      scans: serials.slice(SCANS).map(toCapturedScan),
      projectId: projects[0] ?? '',
    });
    log('scans saved');
    return [
      startRow(starts.map(({ liveAt: live }) => live)),
      listRow(lists),
      saveRow('a captured scan', saves.captured),
      saveRow('a scan saved to a project', saves.saved),
    ];
  } finally {
    await phone.dispose();
    await club.close();
    site.dispose();
  }
}

const device = `${SCANS.toLocaleString('en')} scans and ${PROJECT_COUNT} projects on the device, CPU ÷ ${CPU_SLOWDOWN}`;

/**
 * Opens the projects list repeatedly from home.
 * @returns the durations; the first includes loading the screen
 */
async function openLists({ page }: Phone, url: string): Promise<number[]> {
  await page.goto(url);
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  for (let opening = 1; opening <= OPENINGS; opening += 1) {
    await page.getByRole('list', { name: 'Open projects' }).waitFor();
    await link('Projects').click();
    await page.waitForFunction((count) => window.listWaits?.length === count, opening);
    await link('Home').click();
  }
  return page.evaluate(() => window.listWaits ?? []);
}

/** Captures and saves scans one by one, as a person does. */
async function saveScans(phone: Phone, site: StoreSite, url: string, plan: SavePlan) {
  const { page, context } = phone;
  await context.setOffline(false);
  await site.open(url, page);
  await context.setOffline(true);
  await throttleCpu(page, CPU_SLOWDOWN);
  return page.evaluate(async ({ scans, projectId }) => {
    const captured = await window.store?.capture(scans);
    const saved = await window.store?.saveEach(captured?.ids ?? [], projectId);
    return { captured: captured?.durations ?? [], saved: saved ?? [] };
  }, plan);
}

interface SavePlan {
  readonly scans: CapturedScan[];
  readonly projectId: string;
}

function startRow(times: number[]): BenchRow {
  const median = percentile(times, 0.5);
  return {
    figure: `cold offline start to home's data, ${device}`,
    goal: `≤ ${START_GOAL_MS} ms`,
    result: formatMs(median),
    met: median <= START_GOAL_MS,
    note: `median of ${times.length} killed browsers; slowest ${formatMs(Math.max(...times))}. In a profile, a fifth passes before our code runs, more than half until it is loaded and the store is open, and a quarter for reading and rendering`,
  };
}

function listRow([firstMs = Number.NaN, ...laterMs]: number[]): BenchRow {
  const median = percentile(laterMs, 0.5);
  return {
    figure: `projects list, from the press to its rows, ${device}`,
    goal: `≤ ${LIST_GOAL_MS} ms`,
    result: formatMs(median),
    met: median <= LIST_GOAL_MS,
    note: `median of ${laterMs.length}, slowest ${formatMs(Math.max(...laterMs))}; the first, which loads the screen, ${formatMs(firstMs)}`,
  };
}

function saveRow(action: string, times: number[]): BenchRow {
  const p95 = percentile(times, 0.95);
  return {
    figure: `${action} until durable, p95, ${device}`,
    goal: `≤ ${SAVE_GOAL_MS} ms`,
    result: formatMs(p95),
    met: p95 <= SAVE_GOAL_MS,
    note: `${times.length} one after the other; median ${formatMs(percentile(times, 0.5))}`,
  };
}
