/** Phases of a cold start with a busy company's data on a slow CPU. */
import { openClub } from '#test/e2e-fixtures/club.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { buildStoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import {
  type ColdStart,
  measureColdStarts,
  fillPhone,
  measurePressDelays,
  PROJECT_COUNT,
} from './busy-phone.ts';
import { formatMs, simpleSerials } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const SCANS = 10_000;
const CPU_SLOWDOWN = 4;
const GOAL_MS = 1_200;
const PRESS_GOAL_MS = 100;

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('start');
  const site = await buildStoreSite();
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    await fillPhone(club, phone, site, simpleSerials(SCANS), log);
    // The snapshot is saved with a delay, which would long have passed on a phone in use.
    await phone.restart();
    club.proxy.isDown = true;
    const starts = await measureColdStarts(phone, club.url, CPU_SLOWDOWN, log);
    const pressDelays = await measurePressDelays(phone, club.url, CPU_SLOWDOWN, log);
    const afterPaint = pressDelays.map((start) => start.afterPaint);
    const longestWait = percentile(afterPaint, 0.5);
    const waitOnEmptyPage = percentile(
      pressDelays.map(({ empty }) => empty),
      0.5,
    );
    const median = (timeOf: (start: ColdStart) => number) => percentile(starts.map(timeOf), 0.5);
    const rowOfPart = (figure: string, timeOf: (start: ColdStart) => number): BenchRow => {
      return { figure: `of it, ${figure}`, goal: '–', result: formatMs(median(timeOf)), met: null };
    };
    const shownMs = median((start) => start.shownAt);
    return [
      {
        figure: `cold offline start to home’s snapshot, ${SCANS.toLocaleString('en')} scans and ${PROJECT_COUNT} projects, CPU ÷ ${CPU_SLOWDOWN}`,
        goal: `≤ ${GOAL_MS} ms`,
        result: formatMs(shownMs),
        met: shownMs <= GOAL_MS,
        note: `median of ${starts.length} killed browsers, and of each part; slowest ${formatMs(Math.max(...starts.map((start) => start.shownAt)))}`,
      },
      rowOfPart('before our code runs', ({ startedAt }) => startedAt),
      rowOfPart(
        'loading what home is drawn with',
        ({ startedAt, loadedAt }) => loadedAt - startedAt,
      ),
      rowOfPart('until it is seen', ({ loadedAt, shownAt }) => shownAt - loadedAt),
      {
        figure: `until home shows live data, CPU ÷ ${CPU_SLOWDOWN}`,
        goal: '–',
        result: formatMs(median(({ liveAt: live }) => live)),
        met: null,
        note: `the store is open after ${formatMs(median(({ openedAt: opened }) => opened))}`,
      },
      {
        figure: `input delay of a press after the first paint, CPU ÷ ${CPU_SLOWDOWN}`,
        goal: `≤ ${PRESS_GOAL_MS} ms`,
        result: formatMs(longestWait),
        met: longestWait <= PRESS_GOAL_MS,
        note: `median of the longest waits of ${pressDelays.length} starts; slowest ${formatMs(Math.max(...afterPaint))}`,
      },
      {
        figure: `input delay of a press before the first paint, CPU ÷ ${CPU_SLOWDOWN}`,
        goal: '–',
        result: formatMs(waitOnEmptyPage),
        met: null,
      },
    ];
  } finally {
    await phone.dispose();
    await club.close();
    site.dispose();
  }
}
