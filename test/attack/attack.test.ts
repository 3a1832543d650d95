import { describe, expect, test } from 'vitest';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { attackServers } from './play-attack.ts';
import { allFailures } from './report.ts';

const SEED = 20_261_122;
const SECONDS = 6;

describe.runIf(isOnPostgres)('two attacked server processes', () => {
  test('reject every attack and lose no honest user’s data: F50, security 10, 12, 13, 22, 23, 24', async () => {
    const report = await attackServers({
      postgres: process.env['TEST_DATABASE_URL'] ?? '',
      seed: SEED,
      seconds: SECONDS,
      intensity: {
        bodies: 1,
        crowdPauseMs: 2_500,
        outages: { lossMs: 2_000, killMs: 3_000 },
        sessionMs: 3_000,
      },
    });
    const findings = { failures: allFailures(report).slice(0, 20), problems: report.problems };
    expect(findings).toEqual({ failures: [], problems: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
  }, 120_000);
});
