import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFixtureBrowser } from '#test/e2e-fixtures/fixture-browser.ts';
import type { FixtureSite } from '#test/e2e-fixtures/fixture-site.ts';
import type { Scene } from '#test/film/scene.ts';
import { fakeCameraArgs, writeFilm } from '#test/film/write-film.ts';

const LABELS = 12;
/** Longer than the scanner remembers a label that has left the view. */
const GAP_SECONDS = 0.6;

/** A sequence of labels, moving and tilted, in normal and bad light. */
function scenes(): Scene[] {
  return Array.from({ length: LABELS }, (_, index): Scene[] => {
    const light = index % 2 === 0 ? 'normal' : 'dark';
    const motion = index % 4 < 2 ? 'moving' : 'tilted';
    const serial = String(index).padStart(4, '0');
    const text = `https://q.skylight.example/GGL_MK06_2070_24A17K3M_${serial}`;
    return [
      { texts: [], seconds: GAP_SECONDS, light, motion: 'still' },
      { texts: [text], seconds: 1, light, motion },
    ];
  }).flat();
}

/** Time in ms from each label's appearance to its detection. */
export async function measureDetectionTimes(site: FixtureSite): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'detection-'));
  try {
    const film = join(folder, 'labels.y4m');
    const seconds = await writeFilm(film, scenes());
    const { result } = await runInFixtureBrowser(
      site.cameraUrl,
      fakeCameraArgs(film),
      async (page) => {
        await page.waitForFunction((count) => window.fixture.readings.length >= count, 2 * LABELS, {
          timeout: (2 * seconds + 30) * 1000,
        });
        return page.evaluate(() => ({
          readAt: window.fixture.readings.map(({ at }) => at),
          shownAt: window.labelsShownAt ?? [],
        }));
      },
    );
    return result.readAt.flatMap((at) => {
      const shownAt = result.shownAt.findLast((moment) => moment <= at);
      return shownAt === undefined ? [] : [at - shownAt];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
