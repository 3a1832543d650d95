import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QueryOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'asked for by phone';
const { companyId } = accounts.polishOwner;

let server: TestConsole;
let sales: string;
let viewer: string;
beforeAll(async () => {
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  await loadDemoSettings(server.db);
  sales = await server.startSession(await server.addOperator(grantsOf('sales', [poland])));
  viewer = await server.startSession(await server.addOperator(grantsOf('viewer', [poland])));
});
afterAll(() => server.close());

async function addCompany(values: {
  readonly name: string;
  readonly city?: string;
  readonly registration_number_2?: string;
  readonly reserved_points?: number;
}): Promise<string> {
  const id = randomUUID();
  await server.db
    .insertInto('companies')
    .values({
      id,
      registration_number: null,
      registration_number_2: null,
      company_type: null,
      address: 'Krótka 1',
      postal_code: '30-001',
      city: 'Kraków',
      regions_id: poland,
      survey: null,
      edenred_card: null,
      crm_customer_id: null,
      created_at: new Date(server.clock.now()),
      ...values,
    })
    .execute();
  return id;
}

type ListQuery = QueryOf<typeof companyCalls.listCompanies>;
const list = async (query: ListQuery, token = sales) => {
  const { result } = await server.operate(companyCalls.listCompanies, { query }, token);
  return result;
};
const find = async (search: string, token = sales) => (await list({ search }, token)).data;
const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
const readFile = async (id: string, token = sales) =>
  (await server.operate(companyCalls.readCompanyFile, { params: { id } }, token)).result;

describe('companies are found', () => {
  test('by words of their name or town, their tax number in any notation, or their club number', async () => {
    const id = await addCompany({
      name: 'Łukasz „Dach-Mistrz” & Synowie',
      city: 'Łódź',
      registration_number_2: '5261040828',
    });
    const { number } = await readFile(id);
    for (const input of [
      'lukasz',
      'dach mistrz',
      'SYNOWIE łódź',
      'lodz mist',
      '526-10-40-828',
      'PL 5261040828',
      '526104',
      `${number}`,
    ])
      expect(namesOf(await find(input))).toContain('Łukasz „Dach-Mistrz” & Synowie');
    for (const input of ['ukasz', 'lukasz gdańsk', "' & | ! ( ) :* \\", '626104'])
      expect(namesOf(await find(input))).not.toContain('Łukasz „Dach-Mistrz” & Synowie');
  });

  test('by a person’s phone number or address, by operators who may read them', async () => {
    for (const input of [
      '500 000 001',
      '+48 500-000-001',
      '0048500000001',
      accounts.polishOwner.email,
    ]) {
      expect((await find(input)).map(({ id }) => id)).toEqual([companyId]);
      expect(await find(input, viewer)).toEqual([]);
    }
    expect(await find(accounts.czechOwner.email)).toEqual([]);
  });

  test('after their name or town has changed', async () => {
    const id = await addCompany({ name: 'Before', city: 'Gdynia' });
    await server.db
      .updateTable('companies')
      .set({ name: 'Zmieniona', city: 'Sopot' })
      .where('id', '=', id)
      .execute();
    expect(namesOf(await find('zmieniona sopot'))).toEqual(['Zmieniona']);
    expect(await find('before')).toEqual([]);
  });
});

describe('the list of companies', () => {
  test('has each matching company once, in order, over several pages and countries', async () => {
    const bothCountriesToken = await server.startSession(
      await server.addOperator(grantsOf('viewer', [poland, czechia])),
    );
    for (const name of ['Żuraw', 'Anna', 'Zenon', 'anna', 'Ćwik'])
      await addCompany({ name: `${name} seiten`, city: 'Opole' });
    for (const sort of ['name', '-name', 'created_at', '-created_at'] as const) {
      const all = await list({ sort, limit: 200 }, bothCountriesToken);
      const pagedIds: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: 2, cursor }, bothCountriesToken);
        pagedIds.push(...page.data.map(({ id }) => id));
        cursor = page.meta.next ?? undefined;
      } while (cursor !== undefined);
      expect(pagedIds).toEqual(all.data.map(({ id }) => id));
      expect(all.meta.total).toBe(pagedIds.length);
    }
    const sortedCompanies = await find('seiten opole');
    expect(namesOf(sortedCompanies).map((name) => name.split(' ')[0])).toEqual([
      ...['Anna', 'anna'].toSorted((a, b) =>
        (sortedCompanies.find(({ name }) => name.startsWith(a))?.id ?? '').localeCompare(
          sortedCompanies.find(({ name }) => name.startsWith(b))?.id ?? '',
        ),
      ),
      'Ćwik',
      'Zenon',
      'Żuraw',
    ]);
  });

  test('is filtered by verification, state and leads', async () => {
    await addCompany({ name: 'Niesprawdzona', reserved_points: 50 });
    const openPage = await list({ verification: 'open' });
    expect(namesOf(openPage.data)).toEqual(['Niesprawdzona']);
    const verifiedCompanies = await list({ verification: 'verified', limit: 200 });
    expect(namesOf(verifiedCompanies.data)).not.toContain('Niesprawdzona');
    expect(await list({ active: 0 })).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

describe('editing a company', () => {
  const edit = (id: string, body: { name?: string; registration_number?: string; rev: number }) =>
    server.operate(companyCalls.editCompany, { params: { id }, body: { ...body, why } }, sales);

  test('changes the app’s data, and is recorded with the values before and after', async () => {
    const { rev } = await readFile(companyId);
    expect((await edit(companyId, { name: 'Dachy Nowak', rev })).status).toBe(200);
    const { token } = await server.signInAs('polishOwner');
    const inApp = await server.call(calls.getCompany, { params: { id: companyId } }, token);
    expect(inApp.result.name).toBe('Dachy Nowak');
    const timeline = await server.operate(
      companyCalls.listCompanyTimeline,
      { params: { id: companyId }, query: {} },
      sales,
    );
    expect(timeline.result.data[0]).toMatchObject({ what: 'editCompany', outcome: 'done', why });
    expect((await readFile(companyId)).rev).toBe(rev + 1);
  });

  test('conflicts with another change to the details, but not with changes by the company’s work', async () => {
    const id = await addCompany({ name: 'Wspólna' });
    const { rev } = await readFile(id);
    await server.db.updateTable('companies').set({ rev: 7 }).where('id', '=', id).execute();
    expect((await edit(id, { name: 'Wspólna 2', rev })).status).toBe(200);
    const second = await edit(id, { name: 'Wspólna 3', rev });
    expect([second.code, (await readFile(id)).name]).toEqual(['conflict', 'Wspólna 2']);
  });

  test('follows the rules of its country', async () => {
    const [id, other] = [await addCompany({ name: 'A' }), await addCompany({ name: 'B' })];
    const { settings } = await readFile(id);
    expect(settings?.region).toBe('PL');
    expect((await edit(id, { registration_number: '123', rev: 1 })).code).toBe('tax_number_needed');
    expect((await edit(id, { name: 'Firma ☃', rev: 1 })).code).toBe('characters_unprintable');
    expect((await edit(id, { registration_number: '7272445205', rev: 1 })).status).toBe(200);
    const takenResponse = await edit(other, { registration_number: 'PL 727-244-52-05', rev: 1 });
    expect(takenResponse.code).toBe('registration_number_taken');
  });
});
