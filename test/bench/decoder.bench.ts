/** Accuracy and speed of QR decoding with the production worker in real Chromium. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openFixtureSite, type FixtureSite } from '#test/e2e-fixtures/fixture-site.ts';
import type { BenchRow } from './bench-row.ts';
import { measureDetectionTimes } from './label-detection.ts';
import { percentile } from './percentile.ts';
import { readPhotos } from './photo-reads.ts';

/** 179 photos with expected texts, not part of this repository. */
const PHOTOS_BESIDE = '../shared/data/qr-photos';
const PHOTOS = fileURLToPath(new URL(`../../${PHOTOS_BESIDE}`, import.meta.url));
const EXACT_GOAL = 167;
const MS_GOAL = 5;
/** Goal in ms from a label in view to "saved"; decoding takes most of it. */
const DETECTION_GOAL_MS = 700;

/** Measures the decoder on photos and the camera loop on a film. */
export async function run(): Promise<BenchRow[]> {
  const site = await openFixtureSite();
  try {
    return [...(await photoRows(site)), await detectionRow(site)];
  } finally {
    await site.close();
  }
}

async function photoRows(site: FixtureSite): Promise<BenchRow[]> {
  const title = 'decoder: photographs read exactly, 3 frames each';
  const time = 'decoder: fast pass, median';
  if (!existsSync(PHOTOS)) {
    const note = `Skipped: the photos are not in ${PHOTOS_BESIDE}.`;
    const skipped = { result: '–', met: null, note };
    return [
      { figure: title, goal: `≥ ${EXACT_GOAL} of 179`, ...skipped },
      { figure: time, goal: `≤ ${MS_GOAL} ms`, ...skipped },
    ];
  }
  const photos = await readPhotos(site, PHOTOS);
  const exact = photos.filter((photo) => photo.exact).length;
  const wrongReads = photos.filter((photo) => photo.wrong).length;
  const fastMs = photos.flatMap((photo) => photo.fastMs);
  const thoroughMs = photos.flatMap((photo) => photo.thoroughMs);
  const roundTripMs = photos.flatMap((photo) => photo.roundTripMs);
  const median = percentile(fastMs, 0.5);
  return [
    {
      figure: title,
      goal: `≥ ${EXACT_GOAL} of 179`,
      result: `${exact} of ${photos.length}`,
      met: exact >= EXACT_GOAL,
      note: `${wrongReads} read as another text`,
    },
    {
      figure: time,
      goal: `≤ ${MS_GOAL} ms`,
      result: ms(median),
      met: median <= MS_GOAL,
      note: `p95 ${ms(percentile(fastMs, 0.95))}`,
    },
    {
      figure: 'decoder: thorough pass, median',
      goal: '–',
      result: ms(percentile(thoroughMs, 0.5)),
      met: null,
      note: `p95 ${ms(percentile(thoroughMs, 0.95))}`,
    },
    {
      figure: 'decoder: fast pass with the round trip to the worker, median',
      goal: '–',
      result: ms(percentile(roundTripMs, 0.5)),
      met: null,
      note: `p95 ${ms(percentile(roundTripMs, 0.95))}`,
    },
  ];
}

async function detectionRow(site: FixtureSite): Promise<BenchRow> {
  const waits = await measureDetectionTimes(site);
  const p75 = percentile(waits, 0.75);
  return {
    figure: 'camera: from a label in view to its reading, p75',
    goal: `≤ ${DETECTION_GOAL_MS} ms`,
    result: ms(p75),
    met: p75 <= DETECTION_GOAL_MS,
    note: `${waits.length} labels, moving and tilted, half of them in the dark; slowest ${ms(Math.max(...waits))}`,
  };
}

function ms(value: number): string {
  return value < 20 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
