/** Where the time of a cold start goes, on a phone with a busy company's data and a slow processor. */
import { openClub } from '#test/e2e-fixtures/club.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { buildStoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import {
  type ColdStart,
  coldStarts,
  fillPhone,
  longestPressWaits,
  PROJECTS,
} from './busy-phone.ts';
import { ms, simpleSerials } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const SCANS = 10_000;
const SLOWER = 4;
const GOAL_MS = 1_200;
const PRESS_GOAL_MS = 100;

export async function run(): Promise<BenchRow[]> {
  const say = startProgress('start');
  const site = await buildStoreSite();
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    await fillPhone(club, phone, site, simpleSerials(SCANS), say);
    club.proxy.isDown = true;
    const starts = await coldStarts(phone, club.url, SLOWER, say);
    const waits = await longestPressWaits(phone, club.url, SLOWER, say);
    const longestWait = percentile(waits, 0.5);
    const median = (timeOf: (start: ColdStart) => number) => percentile(starts.map(timeOf), 0.5);
    const part = (figure: string, timeOf: (start: ColdStart) => number): BenchRow => {
      return { figure: `of it, ${figure}`, goal: '–', result: ms(median(timeOf)), met: null };
    };
    const shown = median((start) => start.shown);
    return [
      {
        figure: `cold offline start to home’s data, ${SCANS.toLocaleString('en')} scans and ${PROJECTS} projects, CPU ÷ ${SLOWER}`,
        goal: `≤ ${GOAL_MS} ms`,
        result: ms(shown),
        met: shown <= GOAL_MS,
        note: `median of ${starts.length} killed browsers, and of each part; slowest ${ms(Math.max(...starts.map((start) => start.shown)))}`,
      },
      part('before our code runs', ({ begun }) => begun),
      part('loading what home is drawn with', ({ begun, loaded }) => loaded - begun),
      part('opening the store, beyond that', ({ loaded, opened }) => Math.max(0, opened - loaded)),
      part('reading', ({ loaded, opened, read }) => read - Math.max(loaded, opened)),
      part('until it is seen', ({ read, shown: seen }) => seen - read),
      {
        figure: `a press while it loads, until the page hears of it, CPU ÷ ${SLOWER}`,
        goal: `≤ ${PRESS_GOAL_MS} ms`,
        result: ms(longestWait),
        met: longestWait <= PRESS_GOAL_MS,
        note: `median of the longest waits of ${waits.length} starts; slowest ${ms(Math.max(...waits))}`,
      },
    ];
  } finally {
    await phone.dispose();
    await club.close();
    site.dispose();
  }
}
