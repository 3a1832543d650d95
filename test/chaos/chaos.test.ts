import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { testDatabase } from '#test/setup/test-database.ts';

/*
 * One history of the many that `npm run chaos` plays. Here it is the same with every run, so that a
 * gate that turns red speaks of the change; new histories are what `npm run chaos` is for. Another one:
 * `CHAOS_SEED=… vitest run --project integration test/chaos`.
 */
const seed = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
/** What a history may take until all that was broken in it has come right, on a busy machine. */
const LIMIT_MS = 400_000;

const database = await testDatabase();
afterAll(() => database.drop());

test(
  `edits, faults and kills on two phones: nothing is lost, nothing is doubled (seed ${seed})`,
  async () => {
    const run = [join(root, 'test/chaos/main.ts'), '5', String(seed), '1'];
    const env = { ...process.env, ...(database.url !== null && { DATABASE_URL: database.url }) };
    const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: root, env }).catch(
      ({ stdout: story }: { stdout: string }) => {
        throw new Error(`CHAOS_SEED=${seed}\n${story}`);
      },
    );
    const tally = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, number>;
    expect(tally).toMatchObject({ seed, histories: 1, lost: 0, doubled: 0, stumbles: 0 });
    expect(tally['acknowledged']).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
