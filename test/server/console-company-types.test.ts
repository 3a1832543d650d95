import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { czechia, startListConsole } from './console-list-setup.ts';
import { czechRegistrationOf } from './registration-form.ts';

type CompanyType = RegionalSettings['company_types'][number];

let country: Awaited<ReturnType<typeof startListConsole>>;
beforeAll(async () => {
  country = await startListConsole();
});
afterAll(() => country.server.close());

const types = async () => (await country.read()).settings.regional.company_types;
const setTypes = async (value: unknown, days = 0) =>
  country.change('regional.company_types', await types(), value, { days });
const reasonOf = ({ errors }: { readonly errors: readonly { reason?: string | undefined }[] }) =>
  errors[0]?.reason;
const newType = (id: number, changes: Partial<CompanyType> = {}): CompanyType => ({
  id,
  name_translated: { en: 'Cooperative', cs: 'Družstvo' },
  ...{ disclaimer_state: 0, disclaimer_translated: {} },
  ...{ declaration_state: 2, declaration_translated: { en: 'We agree.\nAll of us.' } },
  ...changes,
});
const register = (company: Parameters<typeof czechRegistrationOf>[0]) =>
  country.server.call(calls.registerCompany, { body: czechRegistrationOf(company) });

describe('labels of tax numbers', () => {
  test('change in the app on their start date', async () => {
    const { vat_field: before } = (await country.read()).settings.regional;
    const value = { en: 'VAT number', cs: 'DIČ plátce' };
    expect((await country.change('regional.vat_field', before, value, { days: 2 })).status).toBe(
      200,
    );
    expect((await country.inApp()).vat_field).toEqual(before);
    await country.passDays(3);
    expect((await country.inApp()).vat_field).toEqual(value);
  });

  test.each([
    ['without English', { cs: 'DIČ' }],
    ['with an empty text', { en: 'VAT', cs: ' ' }],
    ['that is too long', { en: 'V'.repeat(81) }],
    ['that isn’t a text', null],
  ])('are rejected %s', async (_title, value) => {
    const { company_id_field: before } = (await country.read()).settings.regional;
    const result = await country.change('regional.company_id_field', before, value);
    expect(result.code).toBe('invalid_input');
    expect((await country.inApp()).company_id_field).toEqual(before);
  });

  test('are normalised like those in setup files', async () => {
    const { company_id_field: before } = (await country.read()).settings.regional;
    await country.change('regional.company_id_field', before, { en: ' I\u200bČO\u00a0' });
    expect((await country.inApp()).company_id_field).toEqual({ en: 'IČO' });
  });

  test('aren’t found from another country, and can’t be changed by a viewer', async () => {
    const { vat_field: before } = (await country.read()).settings.regional;
    const { server, change } = country;
    const polishLead = await server.signIn('country_lead');
    const viewer = await server.signIn('viewer', [czechia]);
    const set = (token: string) => change('regional.vat_field', before, { en: 'No' }, { token });
    expect((await set(polishLead)).code).toBe('not_found');
    expect((await set(viewer)).code).toBe('forbidden');
  });
});

describe('company types', () => {
  test('are added, and can be chosen from their start date', async () => {
    const { next_company_type: id } = await country.read();
    const before = await types();
    expect(before.map((type) => type.id)).not.toContain(id);
    expect((await setTypes([...before, newType(id)], 2)).status).toBe(200);
    const company = { company_type: id, declaration_accepted: true };
    expect((await register({ company })).code).toBe('company_type_unknown');
    await country.passDays(3);
    expect((await country.inApp()).company_types.at(-1)).toEqual(newType(id));
    const declineResponse = await register({
      company: { ...company, declaration_accepted: false },
    });
    expect(declineResponse.code).toBe('acceptance_needed');
    expect((await register({ company })).status).toBe(201);
    expect((await country.read()).next_company_type).toBe(id + 1);
  });

  test('can’t be removed while a company has them', async () => {
    const before = await types();
    const usedId = before.at(-1)?.id;
    const result = await setTypes(before.filter(({ id }) => id !== usedId));
    expect([result.code, reasonOf(result)]).toEqual(['invalid_input', 'company_type_used']);
    expect(await types()).toEqual(before);
    const unusedTypes = [...before, newType(40)];
    expect((await setTypes(unusedTypes)).status).toBe(200);
    expect((await setTypes(before)).status).toBe(200);
  });

  test('can’t have a number that a company already uses', async () => {
    const { db } = country.server;
    const czechCompanies = db.updateTable('companies').where('regions_id', '=', czechia);
    await czechCompanies.set({ company_type: 77 }).execute();
    expect((await country.read()).next_company_type).toBe(78);
    const before = await types();
    const result = await setTypes([...before, newType(77)]);
    expect(reasonOf(result)).toBe('company_type_used');
    await czechCompanies.set({ company_type: 1 }).execute();
  });

  test.each([
    ['a name without English', [newType(50, { name_translated: { cs: 'Družstvo' } })]],
    ['a shown statement without text', [newType(50, { disclaimer_state: 1 })]],
    [
      'a statement that is too long',
      [newType(50, { declaration_translated: { en: 'x'.repeat(2001) } })],
    ],
    ['an unknown state', [newType(50, { declaration_state: 3 as 2 })]],
    ['21 types', Array.from({ length: 21 }, (_item, index) => newType(50 + index))],
  ])('are rejected with %s', async (_title, addedTypes) => {
    const before = await types();
    const result = await setTypes([...before, ...addedTypes].slice(-21));
    expect(result.code).toBe('invalid_input');
    expect(await types()).toEqual(before);
  });

  test('are rejected if two have the same number, as in setup files', async () => {
    const before = await types();
    expect(reasonOf(await setTypes([...before, newType(60), newType(60)]))).toBe('entry_twice');
  });
});

describe('planned company types', () => {
  test('can have at most one version, because a second would undo the first', async () => {
    const before = await types();
    expect((await setTypes([...before, newType(61)], 5)).status).toBe(200);
    const [result, laterResult] = [
      await setTypes([...before, newType(62)]),
      await setTypes(before, 9),
    ];
    expect([result.code, reasonOf(result), reasonOf(laterResult)]).toEqual([
      'conflict',
      ...['version_planned', 'version_planned'],
    ]);
    expect((await country.cancel('regional.company_types')).status).toBe(200);
    expect((await setTypes([...before, newType(62)])).status).toBe(200);
    expect((await setTypes(before)).status).toBe(200);
  });

  test('can’t all be removed while a type is required, even by a later version', async () => {
    const { db } = country.server;
    const czechCompanies = db.updateTable('companies').where('regions_id', '=', czechia);
    await czechCompanies.set({ company_type: null }).execute();
    const before = await types();
    const state = (from: number, to: number, days = 0) =>
      country.change('regional.company_type_state', from, to, { days });
    expect(reasonOf(await setTypes([]))).toBe('company_types_missing');
    await state(2, 1);
    await state(1, 2, 5);
    expect(reasonOf(await setTypes([], 2))).toBe('company_types_missing');
    await country.cancel('regional.company_type_state');
    expect((await setTypes([])).status).toBe(200);
    // A type can be required on day 5 only if types are planned before then.
    expect(reasonOf(await state(1, 2, 5))).toBe('company_types_missing');
    await country.change('regional.company_types', [], before, { days: 3 });
    await state(1, 2, 5);
    await country.passDays(6);
    expect(await country.inApp()).toMatchObject({ company_type_state: 2, company_types: before });
  });

  test('that a planned requirement depends on can’t be cancelled', async () => {
    const before = await types();
    const cancelTypes = () => country.cancel('regional.company_types');
    await country.change('regional.company_type_state', 2, 1);
    expect((await setTypes([])).status).toBe(200);
    await country.change('regional.company_types', [], before, { days: 3 });
    await country.change('regional.company_type_state', 1, 2, { days: 5 });
    expect(reasonOf(await cancelTypes())).toBe('company_types_missing');
    await country.cancel('regional.company_type_state');
    expect((await cancelTypes()).status).toBe(200);
  });
});
