import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nginx } from '#test/setup/front-proxies.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { findOrderProblems } from './order-audit.ts';
import { playLoad } from './play-load.ts';

describe('acknowledged orders', () => {
  const companyId = randomUUID();
  const order = { uuid: randomUUID(), companyId };
  const placedOrders = new Map([['key', order]]);

  test('exist exactly once, in the company that placed them', () => {
    expect(findOrderProblems(placedOrders, [order])).toEqual([]);
    expect(findOrderProblems(placedOrders, [])).toEqual([expect.stringContaining('doesn’t exist')]);
    expect(findOrderProblems(placedOrders, [{ ...order, companyId: randomUUID() }])).toHaveLength(
      1,
    );
    expect(findOrderProblems(placedOrders, [order, { uuid: randomUUID(), companyId }])).toEqual([
      expect.stringContaining('was never requested'),
    ]);
    expect(findOrderProblems(new Map([...placedOrders, ['other', order]]), [order])).toEqual([
      'two keys created one order',
    ]);
  });
});

describe.runIf(isOnPostgres && nginx.isInstalled())('three processes behind nginx', () => {
  test('lose and duplicate nothing while one is killed and one replaced', async () => {
    const report = await playLoad({
      postgres: process.env['TEST_DATABASE_URL'] ?? '',
      seed: 1,
      seconds: 10,
      devices: 30,
      companies: 10,
    });
    expect(report.problems).toEqual([]);
    expect(report.events.map(({ description }) => description)).toEqual([
      'a process is killed',
      'the process is running again',
      'a process is asked to stop',
      'the newer build is running',
    ]);
    expect(report.waits.filter(({ status }) => status >= 400)).toEqual([]);
    expect(report.acknowledged).toMatchObject({ scans: expect.any(Number) as number });
    expect(Math.min(...Object.values(report.acknowledged))).toBeGreaterThan(0);
    expect(report.streams.opened).toBeGreaterThanOrEqual(30);
  }, 120_000);
});
