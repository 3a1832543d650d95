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
  /** Opens the club of a test file, and closes the previous file's club. */
  clubOf: (file: string, environment: Record<string, string>) => Promise<Club>;
}
interface TestFixtures {
  /** One server per test file, with fresh data. */
  club: Club;
  /** Extra environment variables of the server; the same for all tests of a file. */
  environment: Record<string, string>;
  /** Phone browser shared by all tests of a worker, because starting one per test is slow. */
  phone: Phone;
  /** Installs the app immediately; otherwise only when a test calls `waitUntilInstalled`. */
  installsAtOnce: boolean;
  /** Problems the test provokes on purpose. */
  expectedProblems: RegExp | null;
  /** Separate browser that can be killed and restarted. */
  persistentPhone: PersistentPhone;
  phoneOptions: PhoneOptions;
  /** Scenes the persistent phone's camera plays in a loop; null for no camera. */
  film: { readonly scenes: readonly Scene[] } | null;
}

/** Tests of the app on a phone. Any unexpected console or page error fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  clubOf: [
    // Playwright derives a fixture's dependencies from its parameters; this one has none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const clubs = new Map<string, Club>();
      const closeAll = async () => {
        for (const [file, club] of clubs) {
          clubs.delete(file);
          await club.close();
        }
      };
      await use(async (file, environment) => {
        const club = clubs.get(file);
        if (club) return club;
        await closeAll();
        const newClub = await openClub(environment);
        clubs.set(file, newClub);
        return newClub;
      });
      await closeAll();
    },
    { scope: 'worker' },
  ],
  environment: [{}, { option: true }],
  club: async ({ clubOf, environment }, use, { file }) => use(await clubOf(file, environment)),
  installsAtOnce: [false, { option: true }],
  expectedProblems: [null, { option: true }],
  phone: async ({ page, context, installsAtOnce, expectedProblems }, use) => {
    const problems: string[] = [];
    if (!installsAtOnce) await delayInstallation(context);
    watchForProblems(context, problems);
    await use({ page, context, problems });
    expect(problems.filter((problem) => !expectedProblems?.test(problem))).toEqual([]);
  },
  phoneOptions: [{}, { option: true }],
  film: [null, { option: true }],
  persistentPhone: async ({ launchOptions, phoneOptions, film }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'club-film-'));
    const path = join(folder, 'film.y4m');
    if (film) await writeFilm(path, film.scenes);
    const args = [...(phoneOptions.args ?? []), ...(film ? fakeCameraArgs(path) : [])];
    const phone = await openPhone({ program: launchOptions.executablePath, ...phoneOptions, args });
    await use(phone);
    await phone.dispose();
    rmSync(folder, { recursive: true });
    expect(phone.problems).toEqual([]);
  },
});
