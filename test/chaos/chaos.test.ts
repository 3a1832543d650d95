import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { demoDatabase } from '#test/setup/test-database.ts';

/*
 * Two of the histories that `npm run chaos` plays. Their seeds are fixed, so a failure points to the change;
 * `npm run chaos` explores new ones. To play another: `CHAOS_SEED=… vitest run --project integration
 * test/chaos`.
 */
const chosenSeed = process.env['CHAOS_SEED'];
interface History {
  readonly description: string;
  readonly seed: number;
  readonly options: readonly string[];
  readonly restores?: number;
}
const histories: readonly History[] =
  chosenSeed === undefined
    ? [
        {
          description: 'edits, faults and kills on two phones: nothing is lost or duplicated',
          seed: 20_261_121,
          options: ['--no-restores'],
          restores: 0,
        },
        {
          description: 'F43: devices resend exactly once the changes that a restored backup lacks',
          seed: 6259,
          options: [],
          restores: 1,
        },
      ]
    : [
        {
          description: 'nothing is lost or duplicated',
          seed: Number(chosenSeed),
          options: [],
        },
      ];
/** Maximum time for a history to settle on a busy machine, in ms. */
const LIMIT_MS = 400_000;

/** Plays the history of a seed on its own database. */
async function play(seed: number, options: readonly string[]): Promise<Record<string, number>> {
  const database = await demoDatabase();
  const run = [join(root, 'test/chaos/main.ts'), '5', String(seed), '1', ...options];
  const env = { ...process.env, ...(database.url !== null && { DATABASE_URL: database.url }) };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: root, env });
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, number>;
  } catch (error) {
    const output = (error as { stdout?: string }).stdout ?? String(error);
    throw new Error(`CHAOS_SEED=${seed}\n${output}`, { cause: error });
  } finally {
    await database.drop();
  }
}

test.each(histories)(
  '$description (seed $seed)',
  async ({ seed, options, restores }) => {
    const tally = await play(seed, options);
    const expected = { seed, histories: 1, lost: 0, duplicated: 0, serverErrors: 0 };
    expect(tally).toMatchObject({ ...expected, ...(restores !== undefined && { restores }) });
    expect(tally['acknowledged']).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
