import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Scene } from '#test/film/scene.ts';
import { fakeCameraArgs, writeFilm } from '#test/film/write-film.ts';
import { type Club, openClub } from './club.ts';
import { delayInstallation } from './installation.ts';
import { type PersistentPhone, openPhone, type Phone, type PhoneOptions } from './phone.ts';
import { watchForProblems } from './problems.ts';

interface WorkerFixtures {
  /** Opens the club of a file in place of the one before it. */
  clubOf: (file: string) => Promise<Club>;
}
interface TestFixtures {
  /** One server with fresh data for all tests of a file: what they change, no other file finds. */
  club: Club;
  /** In a browser that all tests of a worker share: a new one for each test would cost more than most of them. */
  phone: Phone;
  /** Whether that phone installs the app by itself; otherwise once a test waits for it (`untilInstalled`). */
  installsAtOnce: boolean;
  /** What goes wrong on that phone on purpose. */
  expectedProblems: RegExp | null;
  /** In a browser of its own, which can be killed and started again. */
  persistentPhone: PersistentPhone;
  phoneOptions: PhoneOptions;
  /** What the camera of a lasting phone shows, over and over; without it there is no camera. */
  film: { readonly scenes: readonly Scene[] } | null;
}

/** Tests of the app on a phone. Whatever goes wrong in its pages unheard fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  clubOf: [
    // Playwright reads from the parameters what a fixture stands on: this one on nothing.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, lend) => {
      const open = new Map<string, Club>();
      const closeAll = async () => {
        for (const [file, club] of open) {
          open.delete(file);
          await club.close();
        }
      };
      await lend(async (file) => {
        const club = open.get(file);
        if (club) return club;
        await closeAll();
        const fresh = await openClub();
        open.set(file, fresh);
        return fresh;
      });
      await closeAll();
    },
    { scope: 'worker' },
  ],
  club: async ({ clubOf }, lend, { file }) => lend(await clubOf(file)),
  installsAtOnce: [false, { option: true }],
  expectedProblems: [null, { option: true }],
  phone: async ({ page, context, installsAtOnce, expectedProblems }, lend) => {
    const problems: string[] = [];
    if (!installsAtOnce) await delayInstallation(context);
    watchForProblems(context, problems);
    await lend({ page, context, problems });
    expect(problems.filter((problem) => !expectedProblems?.test(problem))).toEqual([]);
  },
  phoneOptions: [{}, { option: true }],
  film: [null, { option: true }],
  persistentPhone: async ({ launchOptions, phoneOptions, film }, lend) => {
    const folder = mkdtempSync(join(tmpdir(), 'club-film-'));
    const path = join(folder, 'film.y4m');
    if (film) await writeFilm(path, film.scenes);
    const args = [...(phoneOptions.args ?? []), ...(film ? fakeCameraArgs(path) : [])];
    const phone = await openPhone({ program: launchOptions.executablePath, ...phoneOptions, args });
    await lend(phone);
    await phone.dispose();
    rmSync(folder, { recursive: true });
    expect(phone.problems).toEqual([]);
  },
});
