import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type TaxField } from '#schemas/company.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { taxNumberKey } from '#schemas/tax-number.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { up } from '#server/db/migrations/032-tax-number-keys.ts';
import {
  formatDuplicateCompany,
  listDuplicateCompanies,
} from '#server/registration/duplicate-companies.ts';
import { registrationOf } from './registration-form.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await loadDemoSettings(server.db);
});
afterAll(() => server.close());

let userCount = 0;
function register(number: string, field: TaxField = 'registration_number') {
  userCount += 1;
  // Advance past the hourly limit of registrations per address.
  server.clock.advance(2 * HOUR_MS);
  const body = registrationOf({
    company: { registration_number: `59000${1000 + userCount}`, [field]: number },
    installer: { email: `owner${userCount}@example.com`, phone: `512 345 ${100 + userCount}` },
  });
  return server.call(calls.registerCompany, { body });
}
const validate = (number: string, field: TaxField = 'registration_number') =>
  server.call(calls.validateCompany, { query: { region_id: 10, [field]: number } });
const edit = async (number: string, field: TaxField = 'registration_number') =>
  server.call(
    calls.updateCompany,
    { params: { id: accounts.polishOwner.companyId }, body: { [field]: number } },
    (await server.signInAs('polishOwner')).token,
  );
const equivalentNumbers = [
  'PL5291521593',
  '529-152-15-93',
  'pl 529/152/15/93',
  'NIP 529−152−15−93',
];

describe('tax numbers are unique in a country', () => {
  test.each(['registration_number', 'registration_number_2'] as const)('as %s', async (field) => {
    const number = field === 'registration_number' ? '5291521593' : '5291521594';
    expect((await register(number, field)).status).toBe(201);
    for (const other of equivalentNumbers.map((text) => text.replace('93', number.slice(-2)))) {
      expect((await validate(other, field)).result).toEqual({ result: 'fail' });
      const rejectedResponse = await register(other, field);
      expect(rejectedResponse.errors).toMatchObject([
        { code: 'registration_number_taken', field: `body.company.${field}` },
      ]);
      const editResponse = await edit(other, field);
      expect(editResponse.errors).toMatchObject([
        { code: 'registration_number_taken', field: `body.${field}` },
      ]);
    }
  });

  test('a company can change the format of its number', async () => {
    expect((await edit('527-284-19-60')).result.registration_number).toBe('5272841960');
    expect((await edit('PL 5272841960')).result.registration_number).toBe('PL5272841960');
    expect((await validate('5272841960')).result).toEqual({ result: 'fail' });
  });

  test('a number written by an earlier version counts as taken', async () => {
    expect((await register('6342012345')).status).toBe(201);
    await server.db
      .updateTable('companies')
      .set({ registration_key: null })
      .where('registration_number', '=', '6342012345')
      .execute();
    expect((await validate('PL 634-201-23-45')).result).toEqual({ result: 'fail' });
    expect((await register('PL6342012345')).code).toBe('registration_number_taken');
  });
});

describe('the migration', () => {
  test('keeps and lists duplicates; the oldest is found by its number', async () => {
    const { db } = server;
    for (const column of ['registration_key', 'registration_key_2']) {
      await sql`alter table companies drop column ${sql.ref(column)} cascade`.execute(db);
    }
    const template = await db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', accounts.polishOwner.companyId)
      .executeTakeFirstOrThrow();
    const insert = async (registration_number: string, day: number) => {
      const id = randomUUID();
      const { number: _number, ...withoutNumber } = template;
      const created_at = new Date(`2025-01-0${day}`);
      const row = {
        ...withoutNumber,
        id,
        registration_number,
        registration_number_2: null,
        created_at,
      };
      await db.insertInto('companies').values(row).execute();
      return id;
    };
    const youngerCompany = await insert('PL7740001454', 2);
    await insert('7740001454', 1);

    await up(db as unknown as Kysely<unknown>);

    const duplicates = (await listDuplicateCompanies(db)).map(formatDuplicateCompany);
    expect(duplicates.filter((text) => text.includes('7740001454'))).toEqual([
      expect.stringMatching(new RegExp(`^${youngerCompany}  2025-01-02.*  PL7740001454  `)),
    ]);
    const withoutKey = await db
      .selectFrom('companies')
      .select('id')
      .where('registration_number', 'is not', null)
      .where('registration_key', 'is', null)
      .execute();
    expect(withoutKey).toEqual([{ id: youngerCompany }]);
    expect((await validate('774-000-14-54')).result).toEqual({ result: 'fail' });
  });

  test('writes the same key that the server compares', async () => {
    const { db } = server;
    const numbers: Partial<Record<RegionCode, string>> = {
      HU: '12345676-2-42',
      RO: 'RO18547290',
      CZ: 'DIČ CZ25123891',
      IT: 'RSSMRA85T10A562S',
      SI: 'si50223054',
    };
    for (const column of ['registration_key', 'registration_key_2']) {
      await sql`alter table companies drop column ${sql.ref(column)} cascade`.execute(db);
    }
    const [first] = await db.selectFrom('companies').selectAll().execute();
    if (!first) throw new Error('The record is missing.');
    const { number: _number, ...withoutNumber } = first;
    const expected = new Map<string, string>();
    for (const { code, id: regions_id } of regions) {
      const registration_number = numbers[code];
      if (registration_number === undefined) continue;
      const id = randomUUID();
      const row = {
        ...withoutNumber,
        id,
        regions_id,
        registration_number,
        registration_number_2: null,
      };
      await db.insertInto('companies').values(row).execute();
      expected.set(id, taxNumberKey(registration_number, code));
    }
    await up(db as unknown as Kysely<unknown>);
    const rows = await db.selectFrom('companies').select(['id', 'registration_key']).execute();
    const updatedRows = rows.filter(({ id }) => expected.has(id));
    expect(new Map(updatedRows.map((row) => [row.id, row.registration_key]))).toEqual(expected);
  });
});
