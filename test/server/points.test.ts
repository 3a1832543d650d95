import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { ledgerBalance, type PointEvent, type Variation } from '#schemas/ledger.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { getExpiryCutoff, getPointsToExpire, getYearStart } from '#server/points/points-expiry.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import {
  isWindow,
  nextSerial,
  nextSerialOf,
  type ScanServer,
  saveOf,
  startScanServer,
} from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

let server: ScanServer;
let rev = 1_000_000;

beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

async function readSummary(account: AccountKey, id: string = accounts[account].companyId) {
  return server.call(calls.getPointsSummary, { params: { id } }, await server.tokenOf(account));
}

async function addEntry(
  account: AccountKey,
  points: number,
  variation: Variation,
  day: string,
  event: PointEvent = 'other',
) {
  rev += 1;
  const row = {
    uuid: randomUUID(),
    company_id: accounts[account].companyId,
    rev,
    op_id: randomUUID(),
    created_at: new Date(day),
    updated_at: new Date(day),
    event,
    points,
    variation,
    project_uuid: null,
  };
  await server.db.insertInto('ledger').values(row).execute();
  await server.db
    .updateTable('companies')
    .set({ rev })
    .where('id', '=', accounts[account].companyId)
    .execute();
}

describe('the points of a company', () => {
  test('are zero at first', async () => {
    expect((await readSummary('decorOwner')).result).toEqual({
      company_points: 0,
      projects: { in_prog: 0 },
      points: { to_expire: 0, reserved: 0 },
      scans: { current_year: 0, completed: 0, windows: 0 },
    });
  });

  test('are the sum of the ledger; the oldest points are spent first, and expire first', async () => {
    // It is May 2026 and points expire after 24 months, so points from before 2025 expire this year.
    await addEntry('polishOwner', 1000, 'positive', '2024-03-01');
    await addEntry('polishOwner', 500, 'positive', '2024-12-31T23:59:59.999Z');
    await addEntry('polishOwner', 700, 'positive', '2025-01-01');
    await addEntry('polishOwner', 300, 'negative', '2025-06-01');
    await addEntry('polishOwner', 100, 'reserved', '2026-02-01');
    await addEntry('polishOwner', 50, 'expired', '2026-03-01');
    const { result } = await readSummary('polishOwner');
    expect(result.company_points).toBe(1750);
    expect(result.points.to_expire).toBe(1050);
    expect((await readSummary('polishStaff')).result).toEqual(result);
  });

  test('count the open projects and the products of this year', async () => {
    const before = (await readSummary('czechOwner')).result;
    const project = await server.newProject('czechOwner');
    const token = await server.tokenOf('czechOwner');
    const scans = [saveOf(nextSerial(), project), saveOf(nextSerial(), project)];
    await server.call(calls.sendScans, { body: { scans } }, token);
    await server.db
      .updateTable('scans')
      .set({ created_at: new Date('2025-12-31T22:59:59Z') })
      .where('uuid', '=', scans[0]?.uuid ?? '')
      .execute();
    const after = (await readSummary('czechOwner')).result;
    expect(after.projects.in_prog).toBe(before.projects.in_prog + 1);
    expect(after.scans.current_year).toBe(before.scans.current_year + 1);
    expect(after.scans.completed).toBe(before.scans.completed);

    const closing = { uuid: randomUUID(), data: { response: [] } };
    const params = { id: project };
    await server.call(calls.submitProjectSurvey, { params, body: closing }, token);
    const closedSummary = (await readSummary('czechOwner')).result;
    expect(closedSummary.scans).toEqual({
      current_year: after.scans.current_year,
      completed: (before.scans.completed ?? 0) + 1,
      windows: after.scans.windows,
    });
  });

  test('of another company are not found', async () => {
    const response = await readSummary('czechOwner', accounts.polishOwner.companyId);
    expect(response).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('the points of a company', () => {
  test('count the valid windows of the year separately, in the region’s time zone', async () => {
    const windows = async () => (await readSummary('czechOwner')).result.scans.windows ?? 0;
    const before = await windows();
    const project = await server.newProject('czechOwner');
    const token = await server.tokenOf('czechOwner');
    const productSerials = [
      ...Array.from({ length: 5 }, () => nextSerialOf(isWindow)),
      nextSerialOf((serial) => !isWindow(serial)),
    ];
    const scans = productSerials.map((serial) => saveOf(serial, project));
    await server.call(calls.sendScans, { body: { scans } }, token);
    expect(await windows()).toBe(before + 5);
    const change = (
      index: number,
      columns: { flag?: 'in_review' | 'rejected'; created_at?: Date },
    ) =>
      server.db
        .updateTable('scans')
        .set(columns)
        .where('uuid', '=', scans[index]?.uuid ?? '')
        .execute();
    await change(0, { flag: 'in_review' });
    await change(1, { flag: 'rejected' });
    // In Prague the year started an hour earlier.
    await change(2, { created_at: new Date('2025-12-31T23:00:00Z') });
    await change(3, { created_at: new Date('2025-12-31T22:59:59Z') });
    expect(await windows()).toBe(before + 2);
  });
});

describe('the ledger', () => {
  test('is listed in pages, newest first', async () => {
    const token = await server.tokenOf('polishOwner');
    const first = await server.call(calls.listPointsHistory, { query: { limit: 4 } }, token);
    const second = await server.call(
      calls.listPointsHistory,
      { query: { limit: 4, page: 2 } },
      token,
    );
    expect(first.result.meta).toEqual({ last_page: 2, total: 6 });
    const entries = [...first.result.data, ...second.result.data];
    const times = entries.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(ledgerBalance(entries)).toBe(1750);
  });

  test('of another company is not listed', async () => {
    const token = await server.tokenOf('decorOwner');
    const response = await server.call(calls.listPointsHistory, { query: {} }, token);
    expect(response.result.data).toEqual([]);
    expect(response.result.meta).toEqual({ last_page: 1, total: 0 });
  });
});

describe('expired points', () => {
  test('expire with the year, once, and visibly in the ledger', async () => {
    await runJobs(server.services);
    expect((await readSummary('polishOwner')).result.company_points).toBe(1750);

    server.clock.set(Date.parse('2027-01-01T00:00:00.000Z'));
    await Promise.all(Array.from({ length: 4 }, () => expirePoints(server.services)));
    await runJobs(server.services);
    server.clock.advance(DAY_MS);
    await runJobs(server.services);

    const { token } = await server.signInAs('polishOwner');
    const params = { id: accounts.polishOwner.companyId };
    const { result } = await server.call(calls.getPointsSummary, { params }, token);
    expect(result.company_points).toBe(1750 - 1050);
    expect(result.points.to_expire).toBe(700);
    const history = await server.call(calls.listPointsHistory, { query: { limit: 1 } }, token);
    expect(history.result.data[0]).toMatchObject({
      event: 'points_expired',
      points: 1050,
      variation: 'expired',
    });
    expect(history.result.meta.total).toBe(7);
  });
});

describe('points about to expire', () => {
  const mayTime = Date.parse('2026-05-04T10:00:00.000Z');

  test('follow the server’s year', () => {
    expect(getYearStart(mayTime).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(getExpiryCutoff(mayTime, 24).toISOString()).toBe('2025-01-01T00:00:00.000Z');
    expect(getExpiryCutoff(mayTime, 18).toISOString()).toBe('2025-07-01T00:00:00.000Z');
    expect(getExpiryCutoff(Date.parse('2026-12-31T23:59:59Z'), 24)).toEqual(
      getExpiryCutoff(mayTime, 24),
    );
  });

  test('are never negative and never more than was earned', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (earnedBefore, deducted) => {
        const pointsDue = getPointsToExpire({ earnedBefore, deducted });
        expect(pointsDue).toBeGreaterThanOrEqual(0);
        expect(pointsDue).toBeLessThanOrEqual(earnedBefore);
      }),
    );
  });
});
