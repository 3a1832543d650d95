/**
 * Scanner performance for installers: detection, photos, main-thread load, memory over a long day.
 */
import { openFixtureSite } from '#test/e2e-fixtures/fixture-site.ts';
import type { BenchRow } from './bench-row.ts';
import { LABEL_COUNT, labelsReadWithin } from './film-detection.ts';
import { percentile } from './percentile.ts';
import { measureFrames, measureMemory, measurePhotos } from './scanner-load.ts';

const SHRINK_GOAL_MS = 800;
const FRAME_GOAL_MS = 8;
const GROWTH_GOAL_MB = 10;
/** Duration of the memory measurement; reduce with `SCANNER_MINUTES` on a shared machine. */
const MINUTES = Number(process.env['SCANNER_MINUTES'] ?? 10);

export async function run(): Promise<BenchRow[]> {
  const site = await openFixtureSite();
  try {
    const labelsRead = await labelsReadWithin(site, 1000);
    const photos = await measurePhotos(site, 7);
    const frames = await measureFrames(site, 15);
    const growth = await measureMemory(site, MINUTES);
    const shrink = percentile(photos.shrinkMs, 0.5);
    return [
      {
        figure: `scanner: labels of a film read within 1 s of coming into view`,
        goal: `${LABEL_COUNT} of ${LABEL_COUNT}`,
        result: `${labelsRead} of ${LABEL_COUNT}`,
        met: labelsRead === LABEL_COUNT,
        note: 'Still, moving and tilted; every second one in bad light.',
      },
      {
        figure: 'scanner: shrinking a 12-megapixel photo, median',
        goal: `≤ ${SHRINK_GOAL_MS} ms`,
        result: ms(shrink),
        met: shrink <= SHRINK_GOAL_MS,
        note: `slowest ${ms(Math.max(...photos.shrinkMs))}; the main thread was blocked for ${ms(photos.longestBlockMs)} at most`,
      },
      {
        figure: 'scanner: worker round trip, median',
        goal: '–',
        result: ms(percentile(photos.roundTripMs, 0.5)),
        met: null,
        note: `p95 ${ms(percentile(photos.roundTripMs, 0.95))}`,
      },
      {
        figure: 'scanner: main thread for each frame read, CPU ÷ 4',
        goal: `≤ ${FRAME_GOAL_MS} ms`,
        result: ms(frames.scriptMs),
        met: frames.scriptMs <= FRAME_GOAL_MS,
        note: `script; ${ms(frames.taskMs)} with everything else that the page did, at ${frames.framesPerSecond.toFixed(1)} frames a second`,
      },
      {
        figure: `scanner: memory growth over ${MINUTES} minutes of scanning`,
        goal: `≤ ${GROWTH_GOAL_MB} MB`,
        result: `${growth.heapMegabytes.toFixed(1)} MB`,
        met: growth.heapMegabytes <= GROWTH_GOAL_MB,
        note: `JavaScript heap after collecting garbage; its whole process ${growth.processMegabytes.toFixed(1)} MB, of which ${growth.laterProcessMegabytes.toFixed(1)} MB in the second half; ${growth.labels} readings`,
      },
    ];
  } finally {
    await site.close();
  }
}

function ms(value: number): string {
  return value < 20 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
