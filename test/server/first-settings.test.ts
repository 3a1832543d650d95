import { afterAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type CountrySettings, type SettingField } from '#schemas/operator/settings-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { firstValues } from './first-values.ts';

const lithuania = regionIdOf('LT');
const czechia = regionIdOf('CZ');
const why = 'We open there';

let server: OrderConsole;
let lead: string;
beforeEach(async () => {
  await server?.close();
  server = await startOrderConsole();
  await server.db.deleteFrom('region_settings').where('region', '=', 'LT').execute();
  lead = await server.signIn('country_lead', [lithuania, czechia]);
});
afterAll(() => server.close());

const create = (settings = firstValues, region = lithuania, token = lead) =>
  server.operate(operatorCalls.createSettings, { body: { region, settings, why } }, token);
const read = async (region = lithuania, token = lead) =>
  (await server.operate(operatorCalls.readCountrySettings, { query: { region } }, token)).result;
const countries = async () => {
  const { result } = await server.call(calls.getPublicConfiguration, {});
  return new Map(result.regional_settings.map((settings) => [settings.region, settings]));
};
const versions = async () => {
  const query = { region: lithuania };
  return (await server.operate(operatorCalls.listSettingsVersions, { query }, lead)).result.data;
};

test('a country is opened, and its versions begin with all values', async () => {
  expect((await countries()).has('LT')).toBe(false);
  expect(await read()).toMatchObject({ settings: null, open_regions: [czechia] });
  const { status, result } = await create();
  expect(status).toBe(200);
  const opened = (await countries()).get('LT');
  expect(opened).toMatchObject({
    ...{ region: 'LT', regions_id: lithuania, flags: 2, company_type_state: 2 },
    vat_field: { en: 'VAT number', lt: 'PVM kodas' },
    links: { terms: 'https://club.lt.example/taisykles' },
    registration_questions: firstValues['regional.registration_questions'],
  });
  expect(opened).not.toHaveProperty('decor_registration_questions');
  const { settings } = await read();
  expect(settings).toMatchObject({
    ...{ welcome_points: 500, accepts_leads: true, warranty: { minimum_months: 6 } },
    configuration: {
      ...{ region: 'LT', product_points: {}, team_limit: { owners: 2, installers: 8 } },
      requires_tag_photo: [{ year: '19', factory: 'C', variant: '2070' }],
    },
  });
  const query = { region: lithuania };
  const checklist = await server.operate(operatorCalls.readLaunchChecklist, { query }, lead);
  const part = checklist.result.parts.find((each) => each.part === 'settings');
  expect(part?.is_done).toBe(true);
  const [version, ...others] = await versions();
  expect(others).toEqual([]);
  expect(version).toMatchObject({ id: result.version, state: 'active', source: 'console' });
  const welcome = { field: 'welcome_points', before: null, value: 500 };
  expect(version?.changes).toContainEqual(welcome);
});

test('the audit has each value, without a previous value', async () => {
  const { result } = await create();
  const rows = await server.db
    .selectFrom('operator_audit')
    .select(['act', 'region_id', 'record_kind', 'before', 'after'])
    .where('record_id', '=', result.version)
    .execute();
  expect(rows).toEqual([
    {
      ...{ act: 'createSettings', region_id: lithuania, record_kind: 'settings_version' },
      ...{ before: null, after: firstValues },
    },
  ]);
});

test('settings copied from another country have the same values', async () => {
  const { settings: source } = await read(czechia);
  if (source === null) throw new Error('The country has no settings.');
  const valueOf = (field: string, settings: CountrySettings) =>
    field
      .split('.')
      .reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], settings) ?? null;
  const copied = Object.fromEntries(
    Object.keys(firstValues).map((field) => [field, valueOf(field, source)]),
  ) as Record<SettingField, unknown>;
  expect((await create(copied as typeof firstValues)).status).toBe(200);
  const { settings } = await read();
  const { regional, configuration, ...others } = source;
  expect(settings).toEqual({
    ...others,
    regional: { ...regional, region: 'LT', regions_id: lithuania },
    configuration: { ...configuration, region: 'LT', product_points: {} },
  });
});

test('if two operators open a country concurrently, it is opened once', async () => {
  const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await create()).code).toBe('conflict');
  expect((await create(firstValues, czechia)).code).toBe('conflict');
  expect(await versions()).toHaveLength(1);
});

test('a country with companies isn’t new, even without settings', async () => {
  await server.db.deleteFrom('region_settings').where('region', '=', 'PL').execute();
  const token = await server.signIn('country_lead', [poland]);
  expect((await create(firstValues, poland, token)).code).toBe('conflict');
  expect((await read(poland, token)).settings).toBeNull();
});

test('only a lead of the country or an administrator may open it', async () => {
  const czechLead = await server.signIn('country_lead', [czechia]);
  expect((await create(firstValues, lithuania, czechLead)).code).toBe('not_found');
  const viewer = await server.signIn('viewer', [lithuania]);
  expect((await create(firstValues, lithuania, viewer)).code).toBe('forbidden');
  expect((await read()).settings).toBeNull();
  const administrator = await server.signIn('administrator', [lithuania]);
  expect((await create(firstValues, lithuania, administrator)).status).toBe(200);
});

test('each value is validated', async () => {
  const responseWithoutTypes = await create({ ...firstValues, 'regional.company_types': [] });
  expect(responseWithoutTypes.errors[0]).toMatchObject({
    code: 'invalid_input',
    reason: 'company_types_missing',
  });
  const [question] = firstValues['regional.registration_questions'] ?? [];
  if (!question) throw new Error('The settings have no question.');
  for (const invalid of [
    { welcome_points: -1 },
    { 'configuration.manufacturer_domain': '' },
    { 'regional.vat_field': { lt: 'PVM kodas' } },
    { 'regional.registration_questions': [{ ...question, answers: [] }] },
    { 'configuration.requires_tag_photo': [{ year: '2019', factory: 'C', variant: '2070' }] },
  ])
    expect((await create({ ...firstValues, ...invalid })).code).toBe('invalid_input');
  expect((await read()).settings).toBeNull();
});

test('the files of the opened country have its settings', async () => {
  await create();
  const run = async (words: readonly string[], input = '') => {
    const payload = { words: ['setup', ...words], input, why };
    const response = await server.app.inject({ method: 'POST', url: OPERATOR_PATH, payload });
    return response.json<{ data: string[] }>().data;
  };
  const [exported = '{}'] = await run(['export', 'LT', 'folder']);
  const { 'country.json': settings, 'registration-surveys.json': questions } = JSON.parse(
    exported,
  ) as Record<string, string>;
  const files = { 'country.json': settings, 'registration-surveys.json': questions };
  const checked = await run(['check', 'folder'], JSON.stringify({ files, pictures: {} }));
  expect(checked).toEqual(['LT: valid. Nothing to change.']);
  expect(settings).toContain('PVM kodas');
});
