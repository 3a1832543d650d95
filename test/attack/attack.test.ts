import { describe, expect, test } from 'vitest';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { playAttack } from './play-attack.ts';
import { wrongOf } from './report.ts';

const SEED = 20_261_122;
const SECONDS = 6;

describe.runIf(isOnPostgres)('two attacked server processes', () => {
  test('reject every attack and lose no data of honest people: F50, security 10, 12, 13, 22, 23, 24', async () => {
    const report = await playAttack({
      postgres: process.env['TEST_DATABASE_URL'] ?? '',
      seed: SEED,
      seconds: SECONDS,
      strength: {
        bodies: 1,
        crowdRestMs: 2_500,
        trouble: { lossMs: 2_000, killMs: 3_000 },
        stayMs: 3_000,
      },
    });
    const found = { wrong: wrongOf(report).slice(0, 20), problems: report.problems };
    expect(found).toEqual({ wrong: [], problems: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
  }, 120_000);
});
