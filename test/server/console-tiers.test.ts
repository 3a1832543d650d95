import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { up as convertLevelApprovals } from '#server/db/migrations/183-level-approvals.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { loadSetup } from '#server/setup/load-setup.ts';
import { grantsOf } from './console-setup.ts';
import { nextSerial, productAnswer, saveOf, serialsWithSurvey } from './scan-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';

const why = 'agreed for next year';
const lithuania = regionIdOf('LT');
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
async function addApprover(region = poland): Promise<string> {
  const operator_id = await server.addOperator(grantsOf('country_lead', [region]));
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

interface FirstLevels {
  readonly category: 2 | 4 | 5 | 9;
  /** Years from the current one. */
  readonly inYears?: 0 | 1;
  readonly region?: typeof poland;
  readonly version?: string | null;
}

/** Sets the first levels of a category. */
async function setFirst({ category, inYears = 0, region = poland, version = null }: FirstLevels) {
  const lead = await server.signIn('country_lead', [region]);
  const { year } = await read();
  const body = {
    ...{ region, tier_category: category, year: year + inYears, next_version: version, why },
    levels: [
      { from: 0, points: 0 },
      { from: 4, points: 10 },
    ],
  };
  return server.operate(operatorCalls.changeTierLadder, { body }, lead);
}

async function laddersOf(category: number, region: FirstLevels['region'] = poland) {
  const lead = await server.signIn('country_lead', [region]);
  const { result } = await server.operate(
    operatorCalls.listTierLadders,
    { query: { region } },
    lead,
  );
  return result.data.find(({ tier_category }) => tier_category === category)?.ladders;
}

test('a category gets its first levels from this year on', async () => {
  const { year } = await read();
  expect((await setFirst({ category: 9, version: 'other' })).code).toBe('conflict');
  expect((await setFirst({ category: 9 })).result).toEqual({ approval: null });
  const levels = [
    { from: 0, points: 0 },
    { from: 4, points: 10 },
  ];
  expect(await laddersOf(9)).toEqual([{ from_year: year, levels }]);
  const query = { region_id: poland };
  const { result } = await server.call(
    calls.listTiers,
    { query },
    await server.tokenOf('polishOwner'),
  );
  const tier = result.data.find(({ tier_category }) => tier_category === 9);
  expect(tier?.brackets.map(({ from, points }) => ({ from, points }))).toEqual(levels);
  // Without a version, the operator hasn't seen the levels that they would replace.
  expect((await setFirst({ category: 9 })).code).toBe('conflict');
});

test('first levels can start next year, and this year can still get its own levels', async () => {
  const { year } = await read();
  expect((await setFirst({ category: 2, inYears: 1 })).status).toBe(200);
  expect((await setFirst({ category: 2, inYears: 1 })).code).toBe('conflict');
  const { data } = (
    await server.operate(
      operatorCalls.listTierLadders,
      { query: { region: poland } },
      await server.signIn('country_lead'),
    )
  ).result;
  const version = data.find(({ tier_category }) => tier_category === 2)?.next_version ?? null;
  expect((await setFirst({ category: 2, version })).status).toBe(200);
  expect((await laddersOf(2))?.map(({ from_year }) => from_year)).toEqual([year, year + 1]);
});

test('one of two concurrent first levels is rejected', async () => {
  const results = await Promise.all([setFirst({ category: 4 }), setFirst({ category: 4 })]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('first levels can start only next year once companies have products of this year', async () => {
  const serial = serialsWithSurvey.find(
    ({ type }) => findTierCategory(demoProductTypes, type) === 5,
  );
  const token = await server.tokenOf('polishOwner');
  const address = { streetName: 'ul. Lipowa 2', postalCode: '00-001', city: 'Łódź' };
  const project = await server.call(calls.createProject, { body: address }, token);
  const save = { ...saveOf(serial ?? nextSerial(), project.result.uuid), survey: productAnswer };
  const saved = await server.call(calls.sendScans, { body: { scans: [save] } }, token);
  expect(saved.result.data[0]?.status).toBe(201);
  expect((await setFirst({ category: 5 })).errors[0]?.reason).toBe('products_counted');
  expect((await setFirst({ category: 5, inYears: 1 })).status).toBe(200);
  expect(await laddersOf(5)).toHaveLength(1);
});

test('first levels with a mistake can be corrected with a second person, until a product counts', async () => {
  const readTier = async () => {
    const lead = await server.signIn('country_lead');
    const { result } = await server.operate(
      operatorCalls.listTierLadders,
      { query: { region: poland } },
      lead,
    );
    const tier = result.data.find(({ tier_category }) => tier_category === 9);
    if (!tier) throw new Error('The category has no levels.');
    return { year: result.year, ...tier };
  };
  const correct = async (points: number, next_version: string) => {
    const { year } = await readTier();
    const levels = [{ from: 0, points }];
    const body = { region: poland, tier_category: 9, year, next_version, levels, why } as const;
    const lead = await server.signIn('country_lead');
    return server.operate(operatorCalls.changeTierLadder, { body }, lead);
  };
  const { year, is_correctable, next_version } = await readTier();
  expect(is_correctable).toBe(true);
  expect((await read()).is_correctable).toBe(false);

  const approver = await addApprover();
  const { result } = await correct(12, next_version);
  expect(result.approval).not.toBeNull();
  expect((await laddersOf(9))?.[0]?.levels).toHaveLength(2);
  const input = { params: { id: result.approval ?? '' }, body: { why } };
  const approval = await server.operate(
    operatorCalls.approveAct,
    input,
    await server.startSession(approver),
  );
  expect(approval.result).toEqual({ state: 'approved' });
  expect(await laddersOf(9)).toEqual([{ from_year: year, levels: [{ from: 0, points: 12 }] }]);
  const { brackets } = await server.db
    .selectFrom('tier_definitions')
    .select('brackets')
    .where('region', '=', 'PL')
    .where('tier_category', '=', 9)
    .executeTakeFirstOrThrow();
  expect(brackets).toMatchObject([{ from: 0, points: 12 }]);
  expect((await correct(13, next_version)).code).toBe('conflict');

  const [type] = await server.db
    .updateTable('product_types')
    .set({ tier_category: 9 })
    .where('type', 'in', server.db.selectFrom('scans').select('type'))
    .returning('type')
    .execute();
  expect(type).toBeDefined();
  const corrected = await readTier();
  expect(corrected.is_correctable).toBe(false);
  const late = await correct(14, corrected.next_version);
  expect(late.errors[0]?.reason).toBe('products_counted');
  await server.db.deleteFrom('operator_passkeys').execute();
});

test('this year’s first levels need a second person unless the country has no companies', async () => {
  await addApprover(lithuania);
  const ofLithuania = { category: 9, region: lithuania } as const;
  expect((await setFirst({ ...ofLithuania, inYears: 1 })).result.approval).not.toBeNull();
  expect((await setFirst(ofLithuania)).result).toEqual({ approval: null });
  await server.db.deleteFrom('operator_passkeys').execute();
});

test('an open approval of an earlier release survives the upgrade, unless the levels have changed', async () => {
  const approver = await addApprover();
  const token = await server.startSession(approver);
  /** Requests levels, with the version of the current ones that an earlier release would have stored. */
  const request = async (points: number) => {
    const { result } = await change({ points });
    await sql`
      update operator_approvals set record_rev = (
        select ('x' || substr(md5(brackets::text), 1, 7))::bit(28)::integer from tier_ladders
        where region = 'PL' and tier_category = 1 order by from_year desc limit 1)
      where uuid = ${result.approval}`.execute(server.db);
    return { params: { id: result.approval ?? '' }, body: { why } };
  };
  const [first, second] = [await request(40), await request(41)];
  await convertLevelApprovals(server.db as unknown as Kysely<unknown>);
  const approve = async (input: typeof first) =>
    (await server.operate(operatorCalls.approveAct, input, token)).result.state;
  expect(await approve(first)).toBe('approved');
  expect(await approve(second)).toBe('void');
  const { ladders } = await read();
  expect(ladders.at(-1)?.levels[0]).toEqual({ from: 0, points: 40 });
  await server.db.deleteFrom('operator_passkeys').execute();
});

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
