import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { testDatabase } from '#test/setup/test-database.ts';

/*
 * Two histories of the many that `npm run chaos` plays. Here they are the same with every run, so that a
 * gate that turns red speaks of the change; new histories are what `npm run chaos` is for. Another one:
 * `CHAOS_SEED=… vitest run --project integration test/chaos`.
 */
const chosen = process.env['CHAOS_SEED'];
/** What a history may take until all that was broken in it has come right, on a busy machine. */
const LIMIT_MS = 400_000;

/** Plays the one history of a seed, on a database of its own. */
async function play(seed: number, ...options: string[]): Promise<Record<string, number>> {
  const database = await testDatabase();
  const run = [join(root, 'test/chaos/main.ts'), '5', String(seed), '1', ...options];
  const env = { ...process.env, ...(database.url !== null && { DATABASE_URL: database.url }) };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: root, env });
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, number>;
  } catch (error) {
    const story = (error as { stdout?: string }).stdout ?? String(error);
    throw new Error(`CHAOS_SEED=${seed}\n${story}`, { cause: error });
  } finally {
    await database.drop();
  }
}

function expectAllKept(tally: Record<string, number>): void {
  expect(tally).toMatchObject({ histories: 1, lost: 0, doubled: 0, stumbles: 0 });
  expect(tally['acknowledged']).toBeGreaterThan(0);
}

test.runIf(chosen !== undefined)(
  `the history of seed ${chosen}`,
  async () => expectAllKept(await play(Number(chosen))),
  LIMIT_MS,
);

test.skipIf(chosen !== undefined)(
  'edits, faults and kills on two phones: nothing is lost, nothing is doubled (seed 20261121)',
  async () => expectAllKept(await play(20_261_121, '--no-restores')),
  LIMIT_MS,
);

test.skipIf(chosen !== undefined)(
  'F43: the server goes back to a backup: what it lost comes again, once (seed 6259)',
  async () => {
    const tally = await play(6259);
    expectAllKept(tally);
    expect(tally['restores']).toBe(1);
  },
  LIMIT_MS,
);
