import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import {
  type AwardConsole,
  type AwardedCompany,
  poland,
  startAwardConsole,
} from './award-setup.ts';
import { failAfter } from './break-connection.ts';
import { runWithoutPause } from './import-setup.ts';
import { grantsOf } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

let server: AwardConsole;
let finance: string;
beforeAll(async () => {
  server = await startAwardConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('operator_passkeys').execute();
  finance = await server.signIn('finance');
});

const companies = (count: number) =>
  Promise.all(Array.from({ length: count }, () => server.addCompany()));
const numbersOf = (list: readonly AwardedCompany[]) => list.map(({ number }) => number);

/** Repeats the import's phase from the beginning of the file, as after a restored position. */
async function restart(id: string, phase: 'applying' | 'taking_back'): Promise<void> {
  // Otherwise rejected rows would be stored twice, and every attempt would fail.
  await server.db.deleteFrom('import_rejects').where('phase', '=', 'applying').execute();
  await server.db
    .updateTable('imports')
    .set({ state: phase, phase, position: 0, line: 0, resume_after: null, attempts: 0 })
    .where('uuid', '=', id)
    .execute();
  await server.finish();
}

test('awards of the operator’s own company are neither added nor taken back (security 33)', async () => {
  const [first, second] = await companies(2);
  if (!first || !second) throw new Error('The setup has fewer than two companies.');
  const { email } = accounts.polishStaff;
  const operator = await server.addOperator(grantsOf('finance', [poland]), email);
  const ownSession = await server.startSession(operator);
  const join = (company: AwardedCompany) =>
    server.db
      .updateTable('installers')
      .set({ company_id: company.id })
      .where('email', '=', email)
      .execute();
  await join(first);
  const lines = [`${first.number},10,trainings`, `${second.number},20,other`];
  const id = await server.award(lines, ownSession);
  expect(await server.read(id, ownSession)).toMatchObject({
    state: 'applied',
    applied: { new_rows: 1 },
    rejects: [{ line: 2, problem: 'own_company' }],
  });
  expect([await server.balanceOf(first), await server.balanceOf(second)]).toEqual([0, 20]);
  await join(second);
  expect(await server.takeBack(id, ownSession)).toBeNull();
  expect(await server.balanceOf(second)).toBe(20);
});

describe('the steps of awards', () => {
  test.each(['checking', 'applying', 'taking_back'] as const)(
    'have the same result after a process ended at any statement of %s',
    async (brokenPhase) => {
      const [first, second, third] = await companies(3);
      const lines = [
        `${first?.number},10,trainings`,
        `${second?.number},20,other`,
        `${first?.number},30,other`,
        '99999999,40,other',
        `${third?.number},50,trainings`,
      ];
      /**
       * Runs a phase repeatedly, with a process that ends after one more statement each time, until the phase
       * completes.
       */
      const runPhase = async (phase: typeof brokenPhase, id: string) => {
        const isRunning = async () => (await server.read(id, finance)).state === phase;
        for (let statements = 1; phase === brokenPhase && (await isRunning()); statements += 1) {
          await failAfter(server.services, statements, () => runWithoutPause(server.services));
          // A process that ends abruptly doesn't count its failed attempts.
          await server.db.updateTable('imports').set({ attempts: 0 }).execute();
          expect(statements).toBeLessThan(100);
        }
        await server.finish();
      };
      const id = await server.upload(['company,points,reason', ...lines, ''].join('\n'), finance, {
        kind: 'awards',
        region: poland,
      });
      await server.check(id, finance);
      await runPhase('checking', id);
      await server.callImport('applyImport', id, finance);
      await runPhase('applying', id);
      expect(await server.read(id, finance)).toMatchObject({
        state: 'applied',
        applied: { rows: 5, new_rows: 4, known_rows: 0, rejected: 1 },
        awards: { applied: { points: 110, companies: 3 }, taken_back: 0 },
      });
      const addedLines = ['trainings positive 10', 'other positive 30'];
      expect(first && (await server.linesOf(first))).toEqual(addedLines);
      await restart(id, 'applying');
      expect(first && (await server.linesOf(first))).toEqual(addedLines);
      await server.callImport('takeBackImport', id, finance);
      await runPhase('taking_back', id);
      await restart(id, 'taking_back');
      expect(await server.read(id, finance)).toMatchObject({ awards: { taken_back: 110 } });
      expect(first && (await server.linesOf(first))).toEqual([
        ...addedLines,
        'other negative 10',
        'other negative 30',
      ]);
      expect(third && (await server.linesOf(third))).toHaveLength(2);
    },
  );
});

describe('many rows', () => {
  test('are read in steps of 1,000', async () => {
    const all = await companies(1050);
    const id = await server.upload(
      ['company,points,reason', ...numbersOf(all).map((number) => `${number},1,other`), ''].join(
        '\n',
      ),
      finance,
      { kind: 'awards', region: poland },
    );
    await server.check(id, finance);
    await server.finish();
    await server.callImport('applyImport', id, finance);
    await server.finish();
    const { steps } = await server.db
      .selectFrom('imports')
      .select('steps')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    expect(steps).toBe(2);
    expect(await server.read(id, finance)).toMatchObject({
      awards: { applied: { points: 1050, companies: 1050 } },
    });
  });

  test('add the sum of the accepted rows to the ledger, whatever the file contains', async () => {
    const pool = await companies(4);
    const row = fc.record({
      company: fc.oneof(
        fc.constantFrom(...pool).map(({ number }) => String(number)),
        fc.constantFrom(...pool).map(({ id }) => id),
        fc.constantFrom('', '99999999', 'Kraków'),
      ),
      points: fc.oneof(fc.integer({ min: 1, max: 60 }).map(String), fc.constantFrom('0', '', 'x')),
      reason: fc.constantFrom('other', 'trainings', 'satisfaction_score', 'welcome_points'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.boolean(),
        async (rows, isRestarted) => {
          // Files of earlier runs don't count.
          server.clock.advance(6 * DAY_MS);
          finance = await server.signIn('finance');
          const before = await balances(pool);
          const id = await server.checkAwards(
            rows.map(({ company, points, reason }) => `${company},${points},${reason}`),
            finance,
          );
          const { checked, awards } = await server.read(id, finance);
          expect(checked.new_rows + checked.rejected).toBe(rows.length);
          await server.callImport('applyImport', id, finance);
          await server.finish();
          if (isRestarted) await restart(id, 'applying');
          const addedLines = sum(await balances(pool)) - sum(before);
          expect(addedLines).toBe(awards?.checked.points);
          expect((await server.read(id, finance)).awards?.applied).toEqual(awards?.checked);
          expect(await server.takeBack(id, finance)).toBeNull();
          expect(await balances(pool)).toEqual(before);
          expect((await server.read(id, finance)).awards?.taken_back).toBe(addedLines);
        },
      ),
      { numRuns: 12 },
    );
  });
});

const balances = (pool: readonly AwardedCompany[]) =>
  Promise.all(pool.map((company) => server.balanceOf(company)));
const sum = (values: readonly (number | undefined)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

const linesFor = (list: readonly AwardedCompany[], points: number) =>
  numbersOf(list).map((number) => `${number},${points},other`);

describe('awards that need a second person', () => {
  test('are those of more than 1,000 points in one file', async () => {
    const approverToken = await server.addSecondPerson();
    const list = await companies(11);
    expect(await server.requestAwards(linesFor(list.slice(1), 100), finance)).toBeNull();
    await server.finish();
    finance = await server.signIn('finance');
    const id = await server.checkAwards(linesFor(list, 91), finance);
    const { approval } = await server.callImport('applyImport', id, finance);
    expect(approval).not.toBeNull();
    await server.finish();
    expect((await server.read(id, finance)).state).toBe('checked');
    const { body } = await server.db
      .selectFrom('operator_approvals')
      .select('body')
      .where('uuid', '=', approval ?? '')
      .executeTakeFirstOrThrow();
    expect(body).toMatchObject({ rows: 11, points: 1001, companies: 11 });
    const decide = { params: { id: approval ?? '' }, body: { why: 'compared' } };
    expect((await server.operate(operatorCalls.approveAct, decide, approverToken)).result).toEqual({
      state: 'approved',
    });
    await server.finish();
    expect((await server.read(id, finance)).awards?.applied.points).toBe(1001);
  });

  test('count together if they are in several files on one day', async () => {
    await server.addSecondPerson();
    const [first, second, third] = await companies(3);
    const requestAward = (company: AwardedCompany | undefined, points: number) =>
      server.requestAwards([`${company?.number},${points},other`], finance);
    expect(await requestAward(first, 600)).toBeNull();
    await server.finish();
    expect(await requestAward(second, 401)).not.toBeNull();
    expect(await requestAward(second, 400)).toBeNull();
    await server.finish();
    expect(await requestAward(third, 1)).not.toBeNull();
  });

  test('count together with the company’s corrections, in both directions', async () => {
    await server.addSecondPerson();
    const [company] = await companies(1);
    const params = { id: company?.id ?? '' };
    const correctPoints = async (points: number, corrections: number) => {
      const body = { points, event: 'other' as const, corrections, why: 'test' };
      return (await server.operate(operatorCalls.correctPoints, { params, body }, finance)).result
        .approval;
    };
    expect(await correctPoints(600, 0)).toBeNull();
    const rows = (points: number) => [`${company?.number},${points},trainings`];
    expect(await server.requestAwards(rows(401), finance)).not.toBeNull();
    expect(await server.requestAwards(rows(300), finance)).toBeNull();
    await server.finish();
    expect(await correctPoints(101, 2)).not.toBeNull();
    expect(await correctPoints(100, 2)).toBeNull();
  });

  test('count before they are in the ledger, so that stopping a file doesn’t evade approval', async () => {
    await server.addSecondPerson();
    const [company] = await companies(1);
    const id = await server.checkAwards([`${company?.number},600,trainings`], finance);
    expect((await server.callImport('applyImport', id, finance)).approval).toBeNull();
    await server.callImport('stopImport', id, finance);
    const body = { points: 401, event: 'other' as const, corrections: 0, why: 'test' };
    const input = { params: { id: company?.id ?? '' }, body };
    const { result } = await server.operate(operatorCalls.correctPoints, input, finance);
    expect(result.approval).not.toBeNull();
    server.clock.advance(2 * DAY_MS);
    finance = await server.signIn('finance');
    await server.addSecondPerson();
    const [other] = await companies(1);
    expect(await server.requestAwards([`${other?.number},500,trainings`], finance)).toBeNull();
    await server.finish();
  });
});

describe('awards that a second person may have to take back', () => {
  test('need a second person if they are taken back on a later day', async () => {
    const [company] = await companies(1);
    const rows = [`${company?.number},900,trainings`, `${company?.number},900,other`];
    // There is no second person yet.
    const id = await server.award(rows, finance);
    expect(company && (await server.balanceOf(company))).toBe(1800);
    server.clock.advance(2 * DAY_MS);
    finance = await server.signIn('finance');
    await server.addSecondPerson();
    expect((await server.callImport('takeBackImport', id, finance)).approval).not.toBeNull();
    await server.finish();
    expect(company && (await server.balanceOf(company))).toBe(1800);
  });

  test('count towards the limit if they are taken back within a day of their approval', async () => {
    const [first, second, third] = await companies(3);
    const rows = (company: AwardedCompany | undefined) => [`${company?.number},900,other`];
    const operator = await server.addOperator([{ role: 'finance', regions: [poland] }]);
    let token = await server.startSession(operator);
    await server.award(rows(first), token);
    server.clock.advance(DAY_MS - HOUR_MS);
    token = await server.startSession(operator);
    const approverToken = await server.addSecondPerson();
    const ids: string[] = [];
    for (const company of [second, third]) {
      const id = await server.checkAwards(rows(company), token);
      const { approval } = await server.callImport('applyImport', id, token);
      const decide = { params: { id: approval ?? '' }, body: { why: 'compared' } };
      expect(
        (await server.operate(operatorCalls.approveAct, decide, approverToken)).result,
      ).toEqual({
        state: 'approved',
      });
      await server.finish();
      ids.push(id);
    }
    server.clock.advance(2 * HOUR_MS);
    token = await server.startSession(operator);
    expect(await server.takeBack(ids[0] ?? '', token)).toBeNull();
    expect(second && (await server.balanceOf(second))).toBe(0);
    const { approval } = await server.callImport('takeBackImport', ids[1] ?? '', token);
    expect(approval).not.toBeNull();
  });

  test('count as soon as taking them back is requested, so that a correction doesn’t evade approval', async () => {
    const [company] = await companies(1);
    const lines = (event: string) => [`${company?.number},900,${event}`];
    // There is no second person yet.
    const id = await server.award(lines('trainings'), finance);
    await server.award(lines('other'), finance);
    server.clock.advance(2 * DAY_MS);
    finance = await server.signIn('finance');
    await server.addSecondPerson();
    expect((await server.callImport('takeBackImport', id, finance)).approval).toBeNull();
    const input = {
      params: { id: company?.id ?? '' },
      body: { points: -900, event: 'other' as const, corrections: 2, why: 'test' },
    };
    const { result } = await server.operate(operatorCalls.correctPoints, input, finance);
    expect(result.approval).not.toBeNull();
    await server.finish();
    expect(company && (await server.balanceOf(company))).toBe(900);
  });

  test('don’t need a second person if they are taken back on the same day', async () => {
    const [company] = await companies(1);
    const id = await server.award([`${company?.number},900,trainings`], finance);
    await server.addSecondPerson();
    expect(await server.takeBack(id, finance)).toBeNull();
    expect(company && (await server.balanceOf(company))).toBe(0);
  });
});

test('a row never gets a second line, even if two processes run its step', async () => {
  const list = await companies(20);
  const lines = numbersOf(list).map((number) => `${number},5,other`);
  const ids = [await server.checkAwards(lines, finance), await server.checkAwards(lines, finance)];
  for (const id of ids) await server.callImport('applyImport', id, finance);
  await Promise.all([runWithoutPause(server.services), runWithoutPause(server.services)]);
  await server.finish();
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from ledger where company_id = any(${list.map(({ id }) => id)}::uuid[])`.execute(
    server.db,
  );
  expect(rows[0]?.lines).toBe(20);
});
