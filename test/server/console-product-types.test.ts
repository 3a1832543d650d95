import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type TierProductCategory } from '#schemas/product-type.ts';
import { type RegionId, regionIdOf, regions } from '#schemas/regions.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { selectScanOfType } from '#server/configuration/change-product-type.ts';
import { writeRegionSettings } from '#server/configuration/write-settings.ts';
import { openCopy } from '#test/setup/test-database.ts';
import { plainSerials, saveOf } from './scan-setup.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { seedAccounts } from './test-accounts.ts';

const why = 'agreed for spring';
const [poland, czechia, lithuania] = [regionIdOf('PL'), regionIdOf('CZ'), regionIdOf('LT')];
let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({
    database: await openCopy('migrated'),
    variables: { RATE_LIMIT_FACTOR: '1000000' },
  });
});
afterAll(() => server.close());

/** Starts a session for a new country lead; with a passkey they can approve. */
async function signIn({
  within = [poland],
  canApprove = false,
}: { within?: readonly RegionId[]; canApprove?: boolean } = {}): Promise<string> {
  const operator_id = await server.addOperator(grantsOf('country_lead', within));
  const at = new Date(server.clock.now());
  if (canApprove)
    await server.db
      .insertInto('operator_passkeys')
      .values({
        ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
        ...{ transports: [], created_at: at, used_at: at },
      })
      .execute();
  return server.startSession(operator_id);
}

type Fields = Pick<TierProductCategory, 'status' | 'tier_category'>;

async function changeType(
  token: string,
  type: TierProductCategory,
  before: Fields | null,
  region: RegionId = poland,
) {
  const body = { region, ...type, before, why };
  return server.operate(operatorCalls.changeProductType, { body }, token);
}

async function values(token: string, region: RegionId = poland) {
  const query = { region };
  return (await server.operate(operatorCalls.listProductValues, { query }, token)).result;
}

const windows = { type: 'GGX', status: 'active', tier_category: 1 } as const;

/** The lead of Poland sets points of the new type. */
async function setPoints(token: string, points: number, days = 0) {
  const { today } = await values(token);
  const starts_on = addDays(today, days);
  const body = { region: poland, values: [{ type: 'GGX', before: null, points }], starts_on, why };
  return server.operate(operatorCalls.changeProductValues, { body }, token);
}

test('product types and first points need no second person before companies register', async () => {
  const [anna] = [await signIn(), await signIn({ canApprove: true })];
  expect(await values(anna)).toMatchObject({ data: [], has_settings: false });
  expect((await changeType(anna, windows, null)).result).toEqual({ approval: null });
  expect((await setPoints(anna, 90)).code).toBe('not_found');
  const settings = demoRegionSettings.find(({ regional }) => regional.region === 'PL');
  if (!settings) throw new Error('The demo has no PL.');
  const configuration = { ...settings.configuration, product_points: {} };
  await writeRegionSettings(server.db, { ...settings, configuration });
  expect((await setPoints(anna, 90, 1)).result.approval).not.toBeNull();
  expect((await setPoints(anna, 90)).result).toEqual({ approval: null });
  const { data, has_settings } = await values(anna);
  expect([data, has_settings]).toMatchObject([[{ ...windows, points: 90 }], true]);
  const query = { record: 'GGX' };
  const auditor = await signIn({ within: regions.map(({ id }) => id) });
  const audit = await server.operate(operatorCalls.listAudit, { query }, auditor);
  expect(audit.result.data[0]?.changes).toMatchObject([
    { record_kind: 'product_type', before: null, after: { status: 'active', tier_category: 1 } },
  ]);
});

test('a type that someone else has changed is a conflict, and invalid ones are rejected', async () => {
  const anna = await signIn();
  const changedWindows = { ...windows, tier_category: 3 } as const;
  const { type: _, ...before } = windows;
  expect((await changeType(anna, changedWindows, null)).code).toBe('conflict');
  expect((await changeType(anna, windows, { ...before, status: 'retired' })).code).toBe('conflict');
  expect((await changeType(anna, { ...windows, type: 'GGZ' }, before)).code).toBe('conflict');
  for (const type of ['ggx', 'G', 'GG X', 'GGGGGGGGG'])
    expect((await changeType(anna, { ...windows, type }, null)).code).toBe('invalid_input');
  expect((await changeType(anna, windows, before, lithuania)).code).toBe('not_found');
  expect((await changeType(anna, changedWindows, before)).status).toBe(200);
  expect((await values(anna)).data).toMatchObject([changedWindows]);
  expect((await changeType(anna, windows, { ...before, tier_category: 3 })).status).toBe(200);
  const results = await Promise.all([
    changeType(anna, { ...windows, type: 'NEW' }, null),
    changeType(anna, { ...changedWindows, type: 'NEW' }, null),
  ]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('a change needs the right, and a second person, in all countries with companies', async () => {
  await server.db.deleteFrom('operator_passkeys').execute();
  await loadDemoSettings(server.db);
  await seedAccounts(server.db, server.clock.now());
  const type = { type: 'GGN', status: 'active', tier_category: 1 } as const;
  const foreign = await changeType(await signIn(), type, null);
  expect(foreign.errors[0]?.reason).toBe('shared_by_countries');
  const within = [poland, czechia];
  const [anna, piotr] = [
    await signIn({ within, canApprove: true }),
    await signIn({ within, canApprove: true }),
  ];
  const { approval } = (await changeType(anna, type, null)).result;
  const laterApproval = (await changeType(anna, { ...type, status: 'internal' }, null)).result
    .approval;
  const approve = async (id: string | null, token: string) =>
    server.operate(operatorCalls.approveAct, { params: { id: id ?? '' }, body: { why } }, token);
  const readStatus = async () =>
    (await values(anna)).data.find(({ type: name }) => name === type.type)?.status;
  expect(await readStatus()).toBeUndefined();
  expect((await approve(approval, anna)).errors[0]?.reason).toBe('own_act');
  expect((await approve(approval, piotr)).result).toEqual({ state: 'approved' });
  expect((await approve(laterApproval, piotr)).result).toEqual({ state: 'void' });
  expect(await readStatus()).toBe('active');
  expect((await setPoints(anna, 80)).result.approval).not.toBeNull();
});

test('a scanned type keeps its category; once it is retired, its products stay and no new product is accepted', async () => {
  await server.db.deleteFrom('operator_passkeys').execute();
  const anna = await signIn({ within: [poland, czechia] });
  const { token } = await server.signInAs('polishOwner');
  const address = { streetName: 'ul. Lipowa 2', postalCode: '00-001', city: 'Łódź' };
  const project = await server.call(calls.createProject, { body: address }, token);
  const [first, second] = plainSerials.filter(({ type }) => type === 'GGL');
  if (!first || !second) throw new Error('The demo has no serial numbers.');
  const save = async (serial: typeof first) => {
    const body = { scans: [saveOf(serial, project.result.uuid)] };
    return (await server.call(calls.sendScans, { body }, token)).result.data[0];
  };
  expect((await save(first))?.status).toBe(201);
  const type = { type: 'GGL', status: 'retired', tier_category: 1 } as const;
  const before = { status: 'active', tier_category: 1 } as const;
  const moved = await changeType(anna, { ...type, tier_category: 2 }, before);
  expect(moved.errors[0]?.reason).toBe('product_type_scanned');
  expect((await changeType(anna, type, before)).result).toEqual({ approval: null });
  expect(await save(second)).toMatchObject({ error: { code: 'type_not_allowed' } });
  const progress = await server.call(
    calls.listTierProgress,
    { query: { installer_company_id: '10000000-0000-4000-8000-000000000001' } },
    token,
  );
  const windowsTier = progress.result.data.find(
    ({ tier_definition: { tier_category } }) => tier_category === 1,
  );
  expect(windowsTier?.progress).toBe(1);
});

test('scans of a product type are read from an index', async () => {
  const plan = await server.db.transaction().execute(async (trx) => {
    // There are so few scans that reading them all is faster.
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${selectScanOfType(trx, 'GGL')}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('scans_type');
});
