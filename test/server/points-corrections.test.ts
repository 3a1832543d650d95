import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type PointEvent, type Variation } from '#schemas/ledger.ts';
import { transact } from '#server/db/database.ts';
import { lockCompany } from '#server/db/changes.ts';
import { correctProjectPoints } from '#server/points/correct-project.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { addLedgerEntries, loadLedgerSums } from '#server/points/ledger.ts';
import { getExpiryCutoff, getPointsToExpire } from '#server/points/points-expiry.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const { companyId } = accounts.polishOwner;
const VALIDITY_MONTHS = 24;
let server: ScanServer;
let projects: readonly string[];

beforeAll(async () => {
  server = await startScanServer();
  projects = await Promise.all(Array.from({ length: 4 }, () => server.newProject('polishOwner')));
});
afterAll(() => server.close());

/** Clears the company's ledger and sets the clock. */
async function start(time: string): Promise<void> {
  await server.db.deleteFrom('ledger').where('company_id', '=', companyId).execute();
  server.clock.set(Date.parse(time));
}

/** Balance and announced points, as `getPointsSummary` computes them. */
async function readSummary() {
  const cutoff = getExpiryCutoff(server.clock.now(), VALIDITY_MONTHS);
  const { earned, ...sums } = await loadLedgerSums(server.db, companyId, cutoff);
  return { balance: earned - sums.deducted, toExpire: getPointsToExpire(sums) };
}

async function add(
  event: PointEvent,
  points: number,
  variation: Variation,
  project: string | null = null,
): Promise<void> {
  await transact(server.db, async (trx) => {
    await lockCompany(trx, companyId);
    const entry = { event, points, variation, project_uuid: project };
    await addLedgerEntries(trx, [entry], {
      companyId,
      now: new Date(server.clock.now()),
    });
  });
}

const earn = (project: number, points: number) =>
  add('project_closed', points, 'positive', projects[project]);

async function correctProject(project: number, difference: number): Promise<void> {
  await transact(server.db, async (trx) => {
    await lockCompany(trx, companyId);
    await correctProjectPoints(trx, {
      companyId,
      projectUuid: projects[project] ?? randomUUID(),
      differences: new Map([[null, difference]]),
      now: new Date(server.clock.now()),
    });
  });
}

/** Moves the clock forward, expiring points at each new year. Returns the expired points. */
async function waitUntil(until: number): Promise<number> {
  let expiredPoints = 0;
  const year = () => new Date(server.clock.now()).getUTCFullYear();
  while (new Date(until).getUTCFullYear() > year()) {
    const { toExpire, balance } = await readSummary();
    server.clock.set(Date.UTC(year() + 1, 0, 1));
    await expirePoints(server.services);
    const after = (await readSummary()).balance;
    expect(balance - after).toBe(toExpire);
    expiredPoints += balance - after;
  }
  server.clock.set(until);
  return expiredPoints;
}

test('points added back by a correction expire with the project’s other points', async () => {
  await start('2024-03-01T00:00:00.000Z');
  await earn(0, 300);
  await waitUntil(Date.parse('2025-02-01T00:00:00.000Z'));
  await correctProject(0, -100);
  await correctProject(0, 100);
  await waitUntil(Date.parse('2026-02-01T00:00:00.000Z'));
  const { token } = await server.signInAs('polishOwner');
  const params = { id: companyId };
  const { result } = await server.call(calls.getPointsSummary, { params }, token);
  expect(result).toMatchObject({ company_points: 300, points: { to_expire: 300 } });
  expect(await readSummary()).toEqual({ balance: 300, toExpire: 300 });
  expect(await waitUntil(Date.parse('2027-02-01T00:00:00.000Z'))).toBe(300);
});

test('points deducted by a correction are deducted from the project’s points, not from newer points', async () => {
  await start('2024-03-01T00:00:00.000Z');
  await earn(0, 300);
  await waitUntil(Date.parse('2026-02-01T00:00:00.000Z'));
  await earn(1, 70);
  await correctProject(0, -100);
  expect(await readSummary()).toEqual({ balance: 270, toExpire: 200 });
});

test('points that have expired aren’t deducted a second time', async () => {
  await start('2024-03-01T00:00:00.000Z');
  await earn(0, 300);
  await add('order_complete', 120, 'negative');
  await waitUntil(Date.parse('2027-02-01T00:00:00.000Z'));
  await earn(1, 70);
  await correctProject(0, -300);
  // Of the 300 points, 180 have expired; the 120 that were spent are missing.
  expect((await readSummary()).balance).toBe(70 - 120);
  await correctProject(0, 300);
  await expirePoints(server.services);
  expect((await readSummary()).balance).toBe(70);
});

test('a validity that is extended later doesn’t return points that expired for other reasons', async () => {
  await start('2022-03-01T00:00:00.000Z');
  await earn(0, 1000);
  await waitUntil(Date.parse('2026-02-01T00:00:00.000Z'));
  await earn(1, 50);
  const setValidity = (months: number) =>
    server.db
      .updateTable('region_settings')
      .set({ points_validity_months: months })
      .where('region', '=', 'PL')
      .execute();
  await setValidity(120);
  await correctProject(1, -50);
  await setValidity(VALIDITY_MONTHS);
  // The correction deducts 50 points, so at most 50 of the expired points are returned.
  expect((await readSummary()).balance).toBe(50);
});

test('if a project has only campaign points, a correction deducts them at their original age', async () => {
  await start('2024-03-01T00:00:00.000Z');
  await add('campaign', 100, 'positive', projects[0]);
  expect(await waitUntil(Date.parse('2027-02-01T00:00:00.000Z'))).toBe(100);
  await correctProject(0, -100);
  expect((await readSummary()).balance).toBe(0);
});

const MONTH = 30 * DAY_MS;
const step = fc.oneof(
  fc.record({
    kind: fc.constant('earn' as const),
    project: fc.nat(2),
    points: fc.integer({ min: 1, max: 500 }),
  }),
  fc.record({ kind: fc.constant('spend' as const), points: fc.integer({ min: 1, max: 400 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      project: fc.nat(2),
      points: fc.integer({ min: -300, max: 200 }),
    }),
  },
  fc.record({ kind: fc.constant('wait' as const), months: fc.integer({ min: 4, max: 14 }) }),
);

interface Earning {
  readonly at: number;
  /** Includes corrections. */
  points: number;
}
type HistoryEvent =
  | { readonly spent: number }
  | { readonly expiredBefore: number }
  | { readonly earning: Earning };

/** Balance if each project had earned its corrected points from the start: the oldest points are spent first. */
function balanceOf(history: readonly HistoryEvent[]): number {
  const lots: { at: number; left: number }[] = [];
  let debt = 0;
  for (const event of history) {
    if ('earning' in event) {
      const repaidPoints = Math.min(debt, event.earning.points);
      debt -= repaidPoints;
      lots.push({ at: event.earning.at, left: event.earning.points - repaidPoints });
    } else if ('spent' in event) {
      let duePoints = event.spent;
      for (const lot of lots) {
        const takenPoints = Math.min(lot.left, duePoints);
        lot.left -= takenPoints;
        duePoints -= takenPoints;
      }
      debt += duePoints;
    } else for (const lot of lots) if (lot.at < event.expiredBefore) lot.left = 0;
  }
  return lots.reduce((sum, { left }) => sum + left, 0) - debt;
}

test('after any history, the announced points expire as if every correction had been made at the start', async () => {
  const steps = fc.array(step, { minLength: 8, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(steps, async (allSteps) => {
      await start('2022-02-01T00:00:00.000Z');
      const history: HistoryEvent[] = [];
      const earnings = new Map<number, Earning>();
      let hasGivenBackLate = false;
      for (const nextStep of allSteps) {
        const now = server.clock.now();
        if (nextStep.kind === 'earn' && !earnings.has(nextStep.project)) {
          await earn(nextStep.project, nextStep.points);
          const earning = { at: now, points: nextStep.points };
          earnings.set(nextStep.project, earning);
          history.push({ earning });
        } else if (nextStep.kind === 'spend') {
          const spentPoints = Math.min(nextStep.points, Math.max(0, (await readSummary()).balance));
          if (spentPoints > 0) await add('order_complete', spentPoints, 'negative');
          history.push({ spent: spentPoints });
        } else if (nextStep.kind === 'correct') {
          const earning = earnings.get(nextStep.project);
          const difference = Math.max(nextStep.points, -(earning?.points ?? 0));
          if (!earning || difference === 0) continue;
          await correctProject(nextStep.project, difference);
          earning.points += difference;
          hasGivenBackLate ||=
            difference > 0 &&
            history.some(
              (pastEvent) => 'expiredBefore' in pastEvent && pastEvent.expiredBefore > earning.at,
            );
          if (difference > 0) await expirePoints(server.services);
        } else if (nextStep.kind === 'wait') {
          const until = now + nextStep.months * MONTH;
          for (
            let year = new Date(now).getUTCFullYear();
            year < new Date(until).getUTCFullYear();
            year += 1
          ) {
            const expiredBefore = getExpiryCutoff(Date.UTC(year, 6), VALIDITY_MONTHS).getTime();
            history.push({ expiredBefore });
          }
          await waitUntil(until);
        }
        const { balance } = await readSummary();
        const expected = balanceOf(history);
        // Points that were added back after their expiry may have paid for later orders.
        expect(hasGivenBackLate ? Math.min(balance, expected) : balance).toBe(expected);
      }
    }),
    { numRuns: 60 },
  );
});
