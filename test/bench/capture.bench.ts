/** Time from a label in view to its product in the tray, which appears after the local commit (F24). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';
import { watchSlate } from '#test/film/watch-slate.ts';
import { fakeCameraArgs, writeFilm } from '#test/film/write-film.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs } from './device-load.ts';
import { percentile } from './percentile.ts';
import { watchScreens } from './watch-screens.ts';

const LABELS = 16;
const GOAL_MS = 700;

/** A sequence of labels, moving and tilted, half of them in bad light. */
function scenes(): Scene[] {
  return plainSerials(LABELS, 600).flatMap((serial, index): Scene[] => {
    const light = index % 2 === 0 ? 'normal' : 'dark';
    const motion = index % 4 < 2 ? 'moving' : 'tilted';
    return [
      { texts: [], seconds: 0.6, light, motion: 'still' },
      { texts: [labelText(serial)], seconds: 1.2, light, motion },
    ];
  });
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'club-capture-'));
  const film = join(folder, 'labels.y4m');
  const seconds = await writeFilm(film, scenes());
  const club = await openClub();
  const phone = await openPhone({ args: fakeCameraArgs(film) });
  try {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await page.addInitScript(watchSlate);
    await page.addInitScript(watchScreens);
    await page.goto(`${club.url}/scan`);
    await page.waitForFunction((count) => (window.addedAt?.length ?? 0) >= count, LABELS, {
      timeout: (4 * seconds + 30) * 1000,
      polling: 250,
    });
    const waits = await page.evaluate(() =>
      (window.addedAt ?? []).flatMap(({ at }) => {
        const shownAt = window.labelsShownAt?.findLast((moment) => moment <= at);
        return shownAt === undefined ? [] : [at - shownAt];
      }),
    );
    const p75 = percentile(waits, 0.75);
    return [
      {
        figure: 'from a label in the camera’s view to the saved product, p75',
        goal: `≤ ${GOAL_MS} ms`,
        result: formatMs(p75),
        met: p75 <= GOAL_MS,
        note: `${waits.length} labels in the app, moving and tilted, half of them in the dark; median ${formatMs(percentile(waits, 0.5))}, slowest ${formatMs(Math.max(...waits))}`,
      },
    ];
  } finally {
    await phone.dispose();
    await club.close();
    rmSync(folder, { recursive: true });
  }
}
