import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type CountrySettings, type SettingChange } from '#schemas/operator/settings-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { applyDueSettings, replaceSettings } from '#server/configuration/settings-versions.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { plainSerials, saveOf } from './scan-setup.ts';
import { grantsOf } from './console-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';

const why = 'agreed for next year';
const czechia = regionIdOf('CZ');
let server: OrderConsole;
let lead: string;
beforeAll(async () => {
  server = await startOrderConsole();
});
beforeEach(async () => {
  lead = await server.signIn('country_lead');
});
afterAll(() => server.close());

async function read(): Promise<{ settings: CountrySettings; today: string }> {
  const query = { region: poland };
  const { result } = await server.operate(operatorCalls.readCountrySettings, { query }, lead);
  if (result.settings === null) throw new Error('The country has no settings.');
  return { settings: result.settings, today: result.today };
}

/** Changes settings, with effect in this number of days. */
async function change(changes: SettingChange[], days = 0, key: string = randomUUID()) {
  const { today } = await read();
  const body = { region: poland, changes, starts_on: addDays(today, days), why };
  const headers = { 'idempotency-key': key };
  return server.operate(operatorCalls.changeSettings, { body, headers }, lead);
}
const welcome = (before: number, value: number): SettingChange => ({
  ...{ field: 'welcome_points', before: String(before), value },
});
const projectLifeDays = (before: number, value: number): SettingChange => ({
  ...{ field: 'configuration.project_life_days', before: String(before), value },
});

async function versions() {
  const query = { region: poland };
  return (await server.operate(operatorCalls.listSettingsVersions, { query }, lead)).result.data;
}

/** The configuration in an installer's app. */
async function readInApp() {
  return server.call(calls.getConfiguration, {}, await server.tokenOf('polishOwner'));
}

/** Starts a session for a country lead with a passkey, who can approve. */
async function signInWithPasskey(): Promise<string> {
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

/** Lets days pass, and signs in again. */
async function passDays(days: number): Promise<void> {
  server.clock.advance(days * DAY_MS);
  await applyDueSettings(server.services);
  lead = await server.signIn('country_lead');
}

test('a version that starts today reaches the app immediately', async () => {
  const { configuration } = (await read()).settings;
  const { status, result } = await change([projectLifeDays(configuration.project_life_days, 45)]);
  expect([status, result]).toEqual([200, { approval: null }]);
  expect((await readInApp()).result.project_life_days).toBe(45);
  const [version] = await versions();
  expect(version).toMatchObject({ state: 'active', source: 'console' });
  expect(version?.changes).toEqual([
    { field: 'configuration.project_life_days', before: 90, value: 45 },
  ]);
});

test('a planned version takes effect automatically, and reaches the app', async () => {
  const { welcome_points: points, configuration } = (await read()).settings;
  const days = configuration.project_life_days;
  await change([projectLifeDays(days, 60)], 3);
  await change([welcome(points, 700)], 5);
  await passDays(2);
  expect((await readInApp()).result.project_life_days).toBe(days);
  await passDays(2);
  expect((await readInApp()).result.project_life_days).toBe(60);
  expect((await read()).settings.welcome_points).toBe(points);
  await passDays(2);
  const { result } = await server.call(calls.getPublicConfiguration, {});
  expect(result.behaviours.PL?.welcome_points).toBe(700);
  // Running the job again changes nothing.
  const versionsBefore = await versions();
  await applyDueSettings(server.services);
  expect(await versions()).toEqual(versionsBefore);
});

test('two versions that change different fields don’t undo each other', async () => {
  const { settings } = await read();
  await change([projectLifeDays(settings.configuration.project_life_days, 80)], 2);
  await change(
    [
      {
        ...{ field: 'configuration.sizes', before: JSON.stringify(settings.configuration.sizes) },
        value: ['CK02'],
      },
    ],
    1,
  );
  await passDays(3);
  const { configuration } = (await read()).settings;
  expect([configuration.project_life_days, configuration.sizes]).toEqual([80, ['CK02']]);
  expect(configuration.product_points).toEqual(settings.configuration.product_points);
});

test('an optional value can be removed', async () => {
  const limit = { owners: 2, installers: 10 };
  const field = 'configuration.team_limit';
  const { configuration } = (await read()).settings;
  await change([{ field, before: JSON.stringify(configuration.team_limit ?? null), value: limit }]);
  expect((await readInApp()).result.team_limit).toEqual(limit);
  await change([{ field, before: JSON.stringify(limit), value: null }]);
  expect((await readInApp()).result.team_limit).toBeUndefined();
});

test('a value that someone else has changed is a conflict, and invalid ones are rejected', async () => {
  const { welcome_points: points } = (await read()).settings;
  const versionsBefore = await versions();
  expect((await change([welcome(points + 1, 5)])).code).toBe('conflict');
  expect((await change([welcome(points, -5)])).code).toBe('invalid_input');
  expect((await change([welcome(points, 5), welcome(points, 6)])).code).toBe('invalid_input');
  const pastChange = await change([welcome(points, 5)], -1);
  expect(pastChange.errors[0]?.reason).toBe('start_out_of_range');
  expect((await change([welcome(points, 5)], 731)).errors[0]?.reason).toBe('start_out_of_range');
  expect(await versions()).toEqual(versionsBefore);
});

test('one of two concurrent changes of the same value is rejected', async () => {
  const { welcome_points: points } = (await read()).settings;
  const results = await Promise.all([
    change([welcome(points, points + 10)]),
    change([welcome(points, points + 20)]),
  ]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('a repeated action runs once', async () => {
  const { welcome_points: points } = (await read()).settings;
  const count = (await versions()).length;
  const key = randomUUID();
  const first = await change([welcome(points, points + 1)], 0, key);
  expect((await change([welcome(points, points + 1)], 0, key)).result).toEqual(first.result);
  expect(await versions()).toHaveLength(count + 1);
});

test('a change made before the job runs isn’t overwritten by a version that started earlier', async () => {
  const { welcome_points: points } = (await read()).settings;
  await change([welcome(points, 801)], 1);
  server.clock.advance(2 * DAY_MS);
  lead = await server.signIn('country_lead');
  expect((await change([welcome(points, 802)])).code).toBe('conflict');
  expect((await change([welcome(801, 802)])).status).toBe(200);
  await applyDueSettings(server.services);
  expect((await read()).settings.welcome_points).toBe(802);
  const [after, before] = await versions();
  expect([before?.changes[0], after?.changes[0]]).toMatchObject([
    { before: points, value: 801 },
    { before: 801, value: 802 },
  ]);
});

test('a planned version can be cancelled until it starts', async () => {
  const { welcome_points: points } = (await read()).settings;
  await change([welcome(points, 1)], 3);
  const plannedVersion = (await versions()).find(({ state }) => state === 'planned');
  const cancel = () =>
    server.operate(
      operatorCalls.cancelSettingsVersion,
      { params: { id: plannedVersion?.id ?? '' }, body: { why } },
      lead,
    );
  expect((await cancel()).result).toEqual({ approval: null });
  expect((await cancel()).code).toBe('conflict');
  await passDays(4);
  expect((await read()).settings.welcome_points).toBe(points);
});

test('past versions never change, not even by a direct statement in the database', async () => {
  const { welcome_points: points } = (await read()).settings;
  await change([welcome(points, points + 3)]);
  const [active] = (await versions()).filter(({ state }) => state === 'active');
  const ofVersion = active?.id ?? '';
  const { db } = server;
  const update = db
    .updateTable('settings_versions')
    .set({ state: 'cancelled' })
    .where('uuid', '=', ofVersion);
  await expect(update.execute()).rejects.toThrow('never changes');
  const remove = db.deleteFrom('settings_versions').where('uuid', '=', ofVersion);
  await expect(remove.execute()).rejects.toThrow('never changes');
});

test('changes need approval, which is void if the field has changed in the meantime', async () => {
  const [anna, piotr] = [await signInWithPasskey(), await signInWithPasskey()];
  const { settings, today } = await read();
  const request = async (changes: SettingChange[]) => {
    const body = { region: poland, changes, starts_on: today, why };
    const { result } = await server.operate(operatorCalls.changeSettings, { body }, anna);
    return result.approval ?? '';
  };
  const decide = async (id: string, token: string) =>
    server.operate(operatorCalls.approveAct, { params: { id }, body: { why } }, token);
  const points = settings.welcome_points;
  const days = settings.configuration.project_life_days;
  const first = await request([welcome(points, 42)]);
  const second = await request([welcome(points, 43)]);
  const other = await request([projectLifeDays(days, 33)]);
  expect((await read()).settings.welcome_points).toBe(points);
  expect((await decide(first, anna)).errors[0]?.reason).toBe('own_act');
  expect((await decide(first, piotr)).result).toEqual({ state: 'approved' });
  expect((await read()).settings.welcome_points).toBe(42);
  expect((await decide(second, piotr)).result).toEqual({ state: 'void' });
  expect((await decide(other, piotr)).result).toEqual({ state: 'approved' });
  expect((await readInApp()).result.project_life_days).toBe(33);
  const approvalId = await request([welcome(42, 50)]);
  const row = server.db.updateTable('region_settings').where('region', '=', 'PL');
  await row.set({ welcome_points: 44 }).execute();
  expect((await decide(approvalId, piotr)).result).toEqual({ state: 'void' });
  const approvedVersion = (await versions()).find(
    ({ changes: [first] }) => first?.field === 'welcome_points' && first.value === 42,
  );
  const query = { record: approvedVersion?.id ?? '' };
  const audit = await server.operate(operatorCalls.listAudit, { query }, anna);
  expect(audit.result.data[0]?.changes.at(-1)).toMatchObject({
    record_kind: 'settings_version',
    before: { welcome_points: points },
    after: { welcome_points: 42, starts_on: today },
  });
  await server.db.deleteFrom('operator_passkeys').execute();
});

test('cancelling a planned version needs two people, and is possible until it starts', async () => {
  const { welcome_points: points } = (await read()).settings;
  await change([welcome(points, 2)], 3);
  await change([welcome(points, 3)], 4);
  const plannedVersions = (await versions()).filter(({ state }) => state === 'planned');
  const [laterId = '', earlierId = ''] = plannedVersions.map(({ id }) => id);
  const [anna, piotr] = [await signInWithPasskey(), await signInWithPasskey()];
  const request = async (id: string) => {
    const input = { params: { id }, body: { why } };
    const { result } = await server.operate(operatorCalls.cancelSettingsVersion, input, anna);
    return result.approval ?? '';
  };
  const approve = (id: string, token: string) =>
    server.operate(operatorCalls.approveAct, { params: { id }, body: { why } }, token);
  const stateOf = async (id: string) => (await versions()).find((one) => one.id === id)?.state;
  const [first, duplicate] = [await request(laterId), await request(laterId)];
  expect(await stateOf(laterId)).toBe('planned');
  expect((await approve(first, anna)).errors[0]?.reason).toBe('own_act');
  expect((await approve(first, piotr)).result).toEqual({ state: 'approved' });
  expect(await stateOf(laterId)).toBe('cancelled');
  expect((await approve(duplicate, piotr)).result).toEqual({ state: 'void' });
  const lateRequest = await request(earlierId);
  await server.db.deleteFrom('operator_passkeys').execute();
  await passDays(5);
  expect((await approve(lateRequest, await signInWithPasskey())).result).toEqual({ state: 'void' });
  expect((await read()).settings.welcome_points).toBe(2);
  await server.db.deleteFrom('operator_passkeys').execute();
});

test('points of a type change for new products only', async () => {
  const values = async () => {
    const query = { region: poland };
    return (await server.operate(operatorCalls.listProductValues, { query }, lead)).result;
  };
  const valueOf = async (type: string) =>
    (await values()).data.find((value) => value.type === type);
  const set = async (type: string, points: number, days: number) => {
    const { today } = await values();
    const before = (await valueOf(type))?.points ?? null;
    const starts_on = addDays(today, days);
    const body = { region: poland, values: [{ type, before, points }], starts_on, why };
    return server.operate(operatorCalls.changeProductValues, { body }, lead);
  };
  const { token } = await server.signInAs('polishOwner');
  const address = { streetName: 'ul. Lipowa 2', postalCode: '00-001', city: 'Łódź' };
  const project = await server.call(calls.createProject, { body: address }, token);
  const [first, second] = plainSerials.filter(({ type }) => type === 'GGL');
  const save = async (serial: typeof first) => {
    if (serial === undefined) throw new Error('The demo has no serial number.');
    const body = { scans: [saveOf(serial, project.result.uuid)] };
    const owner = await server.tokenOf('polishOwner');
    return (await server.call(calls.sendScans, { body }, owner)).result.data[0]?.scan;
  };
  const savedScan = await save(first);
  expect(savedScan?.points).toBe(120);
  const before = await valueOf('GGL');
  expect(before).toMatchObject({ points: 120, since: null, planned: [] });
  expect((await set('GGL', 200, 2)).status).toBe(200);
  expect((await valueOf('GGL'))?.planned).toMatchObject([{ points: 200 }]);
  expect((await readInApp()).result.product_points['GGL']).toBe(120);
  await passDays(3);
  expect(await valueOf('GGL')).toMatchObject({ points: 200, planned: [] });
  expect((await valueOf('GGL'))?.since).not.toBeNull();
  expect((await readInApp()).result.product_points['GGL']).toBe(200);
  expect((await save(second))?.points).toBe(200);
  const storedScan = await server.db
    .selectFrom('scans')
    .select('points')
    .where('uuid', '=', savedScan?.uuid ?? '')
    .executeTakeFirstOrThrow();
  expect(storedScan.points).toBe(120);
  expect((await set('ZZZ', 1, 0)).errors[0]?.reason).toBe('unknown_type');
});

test('a setup adds a version for its changes, and none without changes', async () => {
  const settings = demoRegionSettings.find(({ regional }) => regional.region === 'CZ');
  if (!settings) throw new Error('The demo has no CZ.');
  const apply = (welcome_points: number) =>
    server.db
      .transaction()
      .execute((trx) => replaceSettings(trx, { ...settings, welcome_points }, server.clock.now()));
  await apply(settings.welcome_points);
  await apply(settings.welcome_points + 5);
  const czech = await server.signIn('country_lead', [czechia]);
  const { result } = await server.operate(operatorCalls.listSettingsVersions, { query: {} }, czech);
  expect(result.data).toMatchObject([
    {
      ...{ region: czechia, state: 'active', source: 'setup', operator: null },
      changes: [
        {
          ...{ field: 'welcome_points', before: settings.welcome_points },
          value: settings.welcome_points + 5,
        },
      ],
    },
  ]);
  const body = { region: czechia, changes: [welcome(0, 1)], starts_on: '2030-01-01', why };
  const foreignResponse = await server.operate(operatorCalls.changeSettings, { body }, lead);
  expect(foreignResponse.code).toBe('not_found');
});

test('a setup first applies versions that have started, then its own values', async () => {
  const settings = demoRegionSettings.find(({ regional }) => regional.region === 'CZ');
  if (!settings) throw new Error('The demo has no CZ.');
  const plannedId = randomUUID();
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('settings_versions')
    .values({
      ...{ uuid: plannedId, region_id: czechia, state: 'planned' },
      ...{ source: 'console', starts_at: at },
      ...{ created_by: null, created_at: at },
      ...{ changes: toJsonb({ welcome_points: 7 }), before: toJsonb({ welcome_points: 1 }) },
    })
    .execute();
  await server.db
    .transaction()
    .execute((trx) => replaceSettings(trx, settings, server.clock.now()));
  await applyDueSettings(server.services);
  const { result } = await server.call(calls.getPublicConfiguration, {});
  expect(result.behaviours.CZ?.welcome_points).toBe(settings.welcome_points);
});

test('a version that can’t take effect doesn’t stop other countries’ versions', async () => {
  const { welcome_points: points } = (await read()).settings;
  const at = new Date(server.clock.now() + DAY_MS / 24);
  const uuid = randomUUID();
  await server.db
    .insertInto('settings_versions')
    .values({
      ...{ uuid, region_id: czechia, state: 'planned', source: 'console', starts_at: at },
      ...{ created_by: null, created_at: at },
      ...{ changes: toJsonb({ welcome_points: -1 }), before: toJsonb({ welcome_points: 1 }) },
    })
    .execute();
  await change([welcome(points, 55)], 1);
  server.clock.advance(2 * DAY_MS);
  lead = await server.signIn('country_lead');
  await expect(applyDueSettings(server.services)).rejects.toThrow('take effect');
  expect((await read()).settings.welcome_points).toBe(55);
  await server.db
    .updateTable('settings_versions')
    .set({ state: 'cancelled' })
    .where('uuid', '=', uuid)
    .execute();
});
