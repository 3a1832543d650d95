import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Scene } from '#test/film/scene.ts';
import { fakeCameraArgs, writeFilm } from '#test/film/write-film.ts';
import { type Club, openClub } from './club.ts';
import { openPhone, type Phone, type PhoneOptions } from './phone.ts';

interface OfWorker {
  /** Opens the club of a file in place of the one before it. */
  clubOf: (file: string) => Promise<Club>;
}
interface OfTest {
  /** One server with fresh data for all tests of a file: what they change, no other file finds. */
  club: Club;
  phoneOptions: PhoneOptions;
  /** What the phone's camera shows, over and over; without it there is no camera. */
  film: { readonly scenes: readonly Scene[] } | null;
  phone: Phone;
}

/** Tests of the app on a phone. Whatever goes wrong in its pages unheard fails the test. */
export const test = base.extend<OfTest, OfWorker>({
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
  phoneOptions: [{}, { option: true }],
  film: [null, { option: true }],
  phone: async ({ phoneOptions, film }, lend) => {
    const folder = mkdtempSync(join(tmpdir(), 'club-film-'));
    const path = join(folder, 'film.y4m');
    if (film) writeFilm(path, film.scenes);
    const args = [...(phoneOptions.args ?? []), ...(film ? fakeCameraArgs(path) : [])];
    const phone = await openPhone({ ...phoneOptions, args });
    await lend(phone);
    await phone.dispose();
    rmSync(folder, { recursive: true });
    expect(phone.problems).toEqual([]);
  },
});
