import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runInFixtureBrowser } from '#test/e2e-fixtures/fixture-browser.ts';
import type { FixtureSite } from '#test/e2e-fixtures/fixture-site.ts';
import type { Scene } from '#test/film/scene.ts';
import { fakeCameraArgs, writeFilm } from '#test/film/write-film.ts';

export const LABEL_COUNT = 20;
/** Longer than a label takes to leave the view. */
const GAP_SECONDS = 0.6;

const textOf = (index: number) =>
  `https://q.skylight.example/GGL_MK06_2070_24A17K3M_${String(index).padStart(4, '0')}`;

/** A sequence of labels, one second each: still, moving and tilted, in good and bad light. */
function scenes(): Scene[] {
  return Array.from({ length: LABEL_COUNT }, (_, index): Scene[] => {
    const light = index % 2 === 0 ? 'normal' : 'dark';
    const motion = (['still', 'moving', 'tilted'] as const)[index % 3] ?? 'still';
    return [
      { texts: [], seconds: GAP_SECONDS, light, motion: 'still' },
      { texts: [textOf(index)], seconds: 1, light, motion },
    ];
  }).flat();
}

/** Plays the film of labels to the fake camera while acting on the page. */
export async function withFilm<T>(
  site: FixtureSite,
  act: (page: Page, filmSeconds: number) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'film-detection-'));
  try {
    const film = join(folder, 'labels.y4m');
    const seconds = await writeFilm(film, scenes());
    const flags = [...fakeCameraArgs(film), ...args];
    const { result } = await runInFixtureBrowser(site.cameraUrl, flags, (page) =>
      act(page, seconds),
    );
    return result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Counts the labels read within `ms` of being fully in view. */
export async function labelsReadWithin(site: FixtureSite, ms: number): Promise<number> {
  return withFilm(site, async (page, seconds) => {
    await page.waitForFunction(() => window.fixture.readings.length > 0, null, { timeout: 30_000 });
    // The fake camera plays slightly slower than the film; don't cut off the last label.
    await page.waitForTimeout((seconds + 3) * 1000);
    const { readings, shownAt } = await page.evaluate(() => ({
      readings: window.fixture.readings.map(({ reading, at }) => ({ text: reading.text, at })),
      shownAt: window.labelsShownAt ?? [],
    }));
    const isInTime = (at: number) => shownAt.some((shown) => shown <= at && at - shown <= ms);
    const detected = readings.filter(({ at }) => isInTime(at)).map(({ text }) => text);
    return new Set(detected).size;
  });
}
