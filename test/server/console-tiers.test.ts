import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { loadSetup } from '#server/setup/load-setup.ts';
import { grantsOf } from './console-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';

const why = 'agreed for next year';
let server: OrderConsole;
beforeAll(async () => {
  server = await startOrderConsole();
});
afterAll(() => server.close());

async function read() {
  const lead = await server.signIn('country_lead');
  const query = { region: poland };
  const { result } = await server.operate(operatorCalls.listTierLadders, { query }, lead);
  const category = result.data.find(({ tier_category }) => tier_category === 1);
  if (!category) throw new Error('The category has no levels.');
  return { year: result.year, ...category };
}

interface Change {
  readonly points: number;
  readonly year?: number;
  readonly version?: string;
  readonly region?: typeof poland;
}

async function change({ points, year, version, region = poland }: Change) {
  const lead = await server.signIn('country_lead');
  const current = await read();
  const body = {
    ...({ region, tier_category: 1, year: year ?? current.year + 1, why } as const),
    next_version: version ?? current.next_version,
    levels: [
      { from: 0, points },
      { from: 7, points: points + 5 },
    ],
  };
  const headers = { 'idempotency-key': randomUUID() };
  return server.operate(operatorCalls.changeTierLadder, { body, headers }, lead);
}

/** The app's current levels. */
async function readInApp() {
  const query = { region_id: poland };
  const { token } = await server.signInAs('polishOwner');
  const { result } = await server.call(calls.listTiers, { query }, token);
  const tier = result.data.find(({ tier_category }) => tier_category === 1);
  return tier?.brackets.map(({ from, points }) => ({ from, points }));
}

test('next year’s levels take effect with the year; this year keeps its own', async () => {
  const before = await readInApp();
  const { status, result } = await change({ points: 3 });
  expect([status, result]).toEqual([200, { approval: null }]);
  expect(await readInApp()).toEqual(before);
  const levels = [
    { from: 0, points: 3 },
    { from: 7, points: 8 },
  ];
  const { year, ladders } = await read();
  expect(ladders.at(-1)).toEqual({ from_year: year + 1, levels });
  expect(ladders[0]?.levels).toEqual(before);
  const exportedLevels = async () =>
    (await loadSetup(server.db, 'PL', server.clock.now())).tiers?.find(
      ({ tier_category }) => tier_category === 1,
    )?.levels;
  expect(await exportedLevels()).toEqual(before);
  server.clock.set(Date.parse(`${year + 1}-01-01T00:00:00.000Z`));
  expect(await readInApp()).toEqual(levels);
  expect(await exportedLevels()).toEqual(levels);
  // The new year is no longer the next year.
  expect((await change({ points: 4, year: year + 1 })).errors[0]?.reason).toBe('year_started');
});

test('levels that someone else has changed are a conflict', async () => {
  const { next_version: version } = await read();
  expect((await change({ points: 10 })).status).toBe(200);
  expect((await change({ points: 11, version })).code).toBe('conflict');
  const foreignResponse = await change({ points: 12, region: regionIdOf('CZ') });
  expect(foreignResponse.code).toBe('not_found');
});

test('one of two concurrent changes is rejected', async () => {
  const { next_version: version } = await read();
  const results = await Promise.all([
    change({ points: 20, version }),
    change({ points: 21, version }),
  ]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

/** Adds a country lead with a passkey, who can approve. */
async function addApprover(): Promise<string> {
  const operator_id = await server.addOperator(grantsOf('country_lead', [poland]));
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
  return operator_id;
}

test('an approval of levels is void once their year has started', async () => {
  const approver = await addApprover();
  const { year } = await read();
  const { result } = await change({ points: 30 });
  server.clock.set(Date.parse(`${year + 1}-01-01T00:00:00.000Z`));
  const input = { params: { id: result.approval ?? '' }, body: { why } };
  const token = await server.startSession(approver);
  const approveResponse = await server.operate(operatorCalls.approveAct, input, token);
  expect(approveResponse.result).toEqual({ state: 'void' });
});
