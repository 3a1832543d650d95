import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Transaction } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { lockCompany } from '#server/db/changes.ts';
import { transact } from '#server/db/database.ts';
import type { Database } from '#server/db/tables.ts';
import { correctProjectPoints } from '#server/points/correct-project.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { addLedgerEntries } from '#server/points/ledger.ts';
import { grantsOf } from './console-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { accounts } from './test-accounts.ts';

const { companyId: id } = accounts.polishOwner;
const params = { id };
const why = 'agreed by phone';
const START = 1_000_000;

let server: OrderConsole;
let finance: string;
beforeEach(async () => {
  await server?.close();
  server = await startOrderConsole();
  finance = await server.signIn('finance');
});
afterAll(() => server.close());

const explain = async () =>
  (await server.operate(operatorCalls.explainCompanyPoints, { params, query: {} }, finance)).result;
const lines = async () =>
  (
    await server.operate(
      operatorCalls.listCompanyLedger,
      { params, query: { limit: 200 } },
      finance,
    )
  ).result.data;
const readLedger = () =>
  server.db.selectFrom('ledger').selectAll().where('company_id', '=', id).orderBy('rev').execute();

async function correctPoints(points: number, headers = {}, token = finance) {
  const { corrections } = await explain();
  const body = { points, event: 'other' as const, corrections, why };
  return server.operate(operatorCalls.correctPoints, { params, body, headers }, token);
}
const reverse = (line: string, company = id) =>
  server.operate(
    operatorCalls.reverseCorrection,
    { params: { id: company, line }, body: { why } },
    finance,
  );

/**
 * Adds a second person with a passkey.
 * @returns their session's token
 */
async function addSecondPerson(): Promise<string> {
  const operator_id = await server.addOperator(grantsOf('country_lead', [poland]));
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
  return server.startSession(operator_id);
}
const approve = (approval: string | null, token: string) =>
  server.operate(
    operatorCalls.approveAct,
    { params: { id: approval ?? '' }, body: { why } },
    token,
  );

describe('a correction', () => {
  test('adds one line, shown in the app, even if it is sent twice', async () => {
    const { corrections } = await explain();
    const input = {
      params,
      body: { points: 300, event: 'trainings' as const, corrections, why },
      headers: { 'idempotency-key': randomUUID() },
    };
    for (const _attempt of [1, 2]) {
      const { result } = await server.operate(operatorCalls.correctPoints, input, finance);
      expect(result).toEqual({ approval: null });
    }
    expect(await explain()).toMatchObject({ balance: START + 300, earned: 300, corrections: 1 });
    const { result } = await server.call(
      calls.listPointsHistory,
      { query: {} },
      await server.tokenOf('polishOwner'),
    );
    const addedEntries = result.data.filter(({ event }) => event === 'trainings');
    expect(addedEntries).toMatchObject([{ points: 300, variation: 'positive', people: [] }]);
    const changes = await server.db
      .selectFrom('operator_audit')
      .select(['region_id', 'before', 'after'])
      .where('record_id', '=', id)
      .where('kind', '=', 'change')
      .execute();
    expect(changes).toEqual([
      {
        region_id: poland,
        before: { balance: START },
        after: { balance: START + 300, reason: 'trainings' },
      },
    ]);
  });

  test('never makes the balance negative, and uses reasons for installers only when it adds points', async () => {
    expect((await correctPoints(-START)).status).toBe(200);
    const tooLow = await correctPoints(-1);
    expect(tooLow.errors).toMatchObject([{ code: 'conflict', reason: 'points_too_low' }]);
    const body = { points: -5, event: 'trainings' as const, corrections: 0, why };
    const wrongResponse = await server.operate(
      operatorCalls.correctPoints,
      { params, body },
      finance,
    );
    expect(wrongResponse.code).toBe('invalid_input');
    expect((await explain()).balance).toBe(0);
  });

  test('succeeds for only one of two operators who saw the same points', async () => {
    const body = { points: 10, event: 'other' as const, corrections: 0, why };
    const outcomes = await Promise.all(
      [1, 2].map(() => server.operate(operatorCalls.correctPoints, { params, body }, finance)),
    );
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await explain()).balance).toBe(START + 10);
  });

  test('is reversed once, by a line of the same company', async () => {
    await correctPoints(40);
    const [line] = (await lines()).filter(({ correction }) => correction === 'open');
    const openLine = line?.id ?? '';
    const other = await server.startSession(
      await server.addOperator(grantsOf('finance', [poland, regionIdOf('CZ')])),
    );
    const foreignResponse = await server.operate(
      operatorCalls.reverseCorrection,
      { params: { id: accounts.czechOwner.companyId, line: openLine }, body: { why } },
      other,
    );
    expect(foreignResponse.code).toBe('conflict');
    const outcomes = await Promise.all([reverse(openLine), reverse(openLine)]);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const states = (await lines()).map(({ correction, points }) => [correction, points]);
    expect(states).toEqual(
      expect.arrayContaining([
        ['reversal', -40],
        ['reversed', 40],
      ]),
    );
    const [reversal] = (await lines()).filter(({ correction }) => correction === 'reversal');
    const secondResponse = await reverse(reversal?.id ?? '');
    expect(secondResponse.errors).toMatchObject([
      { code: 'conflict', reason: 'correction_reversed' },
    ]);
    expect((await explain()).balance).toBe(START);
  });
});

describe('above 1,000 points', () => {
  test('corrections within a day together require approval; those of another day don’t count', async () => {
    await addSecondPerson();
    expect((await correctPoints(600)).result.approval).toBeNull();
    expect((await correctPoints(-400)).result.approval).toBeNull();
    expect((await correctPoints(1)).result.approval).not.toBeNull();
    expect((await explain()).balance).toBe(START + 200);
    server.clock.advance(DAY_MS + 1);
    finance = await server.signIn('finance');
    expect((await correctPoints(1000)).result.approval).toBeNull();
    expect((await correctPoints(-1)).result.approval).not.toBeNull();
  });

  test('a correction reversed within the day doesn’t count', async () => {
    await addSecondPerson();
    await correctPoints(900);
    const [line] = (await lines()).filter(({ correction }) => correction === 'open');
    expect((await reverse(line?.id ?? '')).result.approval).toBeNull();
    expect((await correctPoints(900)).result.approval).toBeNull();
    expect((await explain()).balance).toBe(START + 900);
  });

  test('an approved correction is made once, and makes other requests void', async () => {
    const lead = await addSecondPerson();
    const [first, second] = [await correctPoints(5000), await correctPoints(5000)];
    expect((await explain()).balance).toBe(START);
    expect((await approve(first.result.approval, lead)).result).toEqual({ state: 'approved' });
    expect((await approve(second.result.approval, lead)).result).toEqual({ state: 'void' });
    expect((await explain()).balance).toBe(START + 5000);
    const [line] = (await lines()).filter(({ correction }) => correction === 'open');
    const { approval } = (await reverse(line?.id ?? '')).result;
    expect((await approve(approval, lead)).result).toEqual({ state: 'approved' });
    expect((await explain()).balance).toBe(START);
    // Approved corrections don’t count towards an operator's limit.
    expect((await correctPoints(1000)).result.approval).toBeNull();
  });

  test('an approval has no effect if the points were spent in the meantime', async () => {
    const lead = await addSecondPerson();
    const { approval } = (await correctPoints(-START)).result;
    const { variant } = await newProduct(server);
    await placeOrder(server, 'polishOwner', [lineOf(variant)]);
    const { errors } = await approve(approval, lead);
    expect(errors).toMatchObject([{ code: 'conflict', reason: 'points_too_low' }]);
    expect((await explain()).balance).toBe(START - 10);
  });
});

/** Expires everything earned so far. */
async function expireAll(): Promise<void> {
  server.clock.advance(4 * 366 * DAY_MS);
  finance = await server.signIn('finance');
  await expirePoints(server.services);
}
const openLines = async () =>
  (await lines()).filter(({ correction }) => correction === 'open').map(({ id: line }) => line);

describe('a reversal of points that have expired', () => {
  test('doesn’t deduct them a second time', async () => {
    await correctPoints(40);
    await correctPoints(30);
    await expireAll();
    expect((await explain()).balance).toBe(0);
    const [first = '', second = ''] = await openLines();
    expect((await reverse(first)).status).toBe(200);
    expect((await explain()).balance).toBe(0);
    await addPoints(server, 'polishOwner', 70);
    expect((await reverse(second)).status).toBe(200);
    await expirePoints(server.services);
    expect(await explain()).toMatchObject({ balance: 70, expired: -START });
    const changes = await server.db
      .selectFrom('operator_audit')
      .select(['before', 'after'])
      .where('record_id', '=', id)
      .where('kind', '=', 'change')
      .orderBy('id')
      .execute();
    expect(changes.slice(-2)).toMatchObject([
      { before: { balance: 0 }, after: { balance: 0 } },
      { before: { balance: 70 }, after: { balance: 70 } },
    ]);
  });

  test('deducts the points that were spent before', async () => {
    await correctPoints(-START);
    await correctPoints(40);
    const { variant } = await newProduct(server);
    await placeOrder(server, 'polishOwner', [lineOf(variant, 10, 3)]);
    await expireAll();
    expect((await explain()).balance).toBe(0);
    const line = (await lines()).find(({ points, correction }) => points === 40 && correction);
    const tooLow = await reverse(line?.id ?? '');
    expect(tooLow.errors).toMatchObject([{ code: 'conflict', reason: 'points_too_low' }]);
    await addPoints(server, 'polishOwner', 70);
    expect((await reverse(line?.id ?? '')).status).toBe(200);
    expect((await explain()).balance).toBe(70 - 30);
  });

  test('leaves a project’s expired points to the project’s own correction', async () => {
    const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
    const token = await server.tokenOf('polishOwner');
    const { uuid: project } = (await server.call(calls.createProject, { body }, token)).result;
    const change = (work: (trx: Transaction<Database>) => Promise<void>) =>
      transact(server.db, async (trx) => {
        await lockCompany(trx, id);
        await work(trx);
      });
    const entry = { event: 'project_closed', points: 300, variation: 'positive' } as const;
    await change((trx) =>
      addLedgerEntries(trx, [{ ...entry, project_uuid: project }], {
        companyId: id,
        now: new Date(server.clock.now()),
      }),
    );
    await correctPoints(40);
    await expireAll();
    const [line = ''] = await openLines();
    await reverse(line);
    await change((trx) =>
      correctProjectPoints(trx, {
        companyId: id,
        projectUuid: project,
        differences: new Map([[null, -300]]),
        now: new Date(server.clock.now()),
      }),
    );
    expect((await explain()).balance).toBe(0);
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('correct' as const), points: fc.integer({ min: -900, max: 900 }) }),
  fc.record({ kind: fc.constant('reverse' as const), index: fc.nat(20) }),
  fc.record({ kind: fc.constant('earn' as const), points: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant('order' as const), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('reject' as const) }),
  fc.record({ kind: fc.constant('year' as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
interface OpenOrder {
  readonly uuid: string;
  readonly points: number;
}

const success = { hasWorked: true, isPossible: true };

const expiredPoints = async () =>
  ledgerBalance((await readLedger()).filter(({ event }) => event === 'points_expired'));

/**
 * Performs a step.
 * @returns the expected change to the balance
 */
async function performStep(next: Step, before: number, orders: OpenOrder[], variant: string) {
  switch (next.kind) {
    case 'correct': {
      const isPossible = next.points !== 0 && before + next.points >= 0;
      const { status } = await correctPoints(next.points);
      return { change: isPossible ? next.points : 0, hasWorked: status === 200, isPossible };
    }
    case 'reverse': {
      const open = (await lines()).filter(({ correction }) => correction === 'open');
      const line = open[next.index % Math.max(1, open.length)];
      const expiredBefore = await expiredPoints();
      const { status } = await reverse(line?.id ?? randomUUID());
      const points = line?.points ?? 0;
      // A reversal never returns more than the points it deducts.
      const cap = Math.max(0, points);
      const returnedPoints = Math.min(cap, Math.max(0, (await expiredPoints()) - expiredBefore));
      const hasWorked = status === 200;
      // Expired points are returned, so a reversal can also succeed with a lower balance.
      const isPossible = line !== undefined && (before >= points || hasWorked);
      return { change: hasWorked ? returnedPoints - points : 0, hasWorked, isPossible };
    }
    case 'earn':
      await addPoints(server, 'polishOwner', next.points);
      return { ...success, change: next.points };
    case 'order': {
      const points = 10 * next.quantity;
      if (before < points) return { ...success, change: 0 };
      const orderedLines = [lineOf(variant, 10, next.quantity)];
      const { uuid } = await placeOrder(server, 'polishOwner', orderedLines);
      orders.push({ uuid, points });
      return { ...success, change: -points };
    }
    case 'reject': {
      const order = orders.pop();
      if (order === undefined) return { ...success, change: 0 };
      const shop = await server.signIn('shop');
      const input = { params: { id: order.uuid } };
      const { rev } = (await server.operate(operatorCalls.readOrder, input, shop)).result;
      const body = { rev, why };
      const { status } = await server.operate(operatorCalls.rejectOrder, { ...input, body }, shop);
      return { change: order.points, hasWorked: status === 200, isPossible: true };
    }
    case 'year': {
      server.clock.advance(366 * DAY_MS);
      finance = await server.signIn('finance');
      const expiredBefore = await expiredPoints();
      await expirePoints(server.services);
      return { ...success, change: (await expiredPoints()) - expiredBefore };
    }
  }
}

test('after any history, the balance is the sum of the lines, on the console and in the app', async () => {
  const { variant } = await newProduct(server, { stock: 100_000 });
  const orders: OpenOrder[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const next of steps) {
        const before = ledgerBalance(await readLedger());
        const { change, hasWorked, isPossible } = await performStep(next, before, orders, variant);
        expect(hasWorked).toBe(isPossible);
        const sum = ledgerBalance(await readLedger());
        expect(sum).toBe(before + change);
        expect(sum).toBeGreaterThanOrEqual(0);
        const { opening, earned, spent, expired, corrected, balance } = await explain();
        expect(opening + earned + spent + expired + corrected).toBe(sum);
        const file = await server.operate(operatorCalls.readCompanyFile, { params }, finance);
        const token = await server.tokenOf('polishOwner');
        const app = await server.call(calls.getPointsSummary, { params }, token);
        expect([balance, file.result.balance, app.result.company_points]).toEqual([sum, sum, sum]);
      }
    }),
    { numRuns: 15 },
  );
});
