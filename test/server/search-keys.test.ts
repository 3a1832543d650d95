import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { searchKey } from '#schemas/text-search.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import * as searchKeys from '#server/db/migrations/030-search-keys.ts';
import {
  certificateRequest,
  startCertificateServer,
  projectsWithoutCertificate,
} from './certificate-setup.ts';

let server: Awaited<ReturnType<typeof startCertificateServer>>;
beforeAll(async () => {
  server = await startCertificateServer();
});
afterAll(() => server.close());

const streets = [
  'вул. Кам’янецька 1',
  'O´Neil Street 2',
  'Via dell`Orso 3',
  'Brno–střed 4',
  'Kraków − Salwator 5',
  'Pod „Lipą” 6',
  'Ærøgade 7',
  'Lip\u00ADowa\u200B 8',
  'ul.\u00A0Polna 9',
  'Wie\uFEFFrzbowa 10',
];

/** Computes the search key by the rules that applied before the migration. */
function oldSearchKey(text: string): string {
  const replacements: Record<string, string> = {
    ł: 'l',
    đ: 'd',
    ø: 'o',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ß: 'ss',
  };
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łđøħŧıß]/g, (character) => replacements[character] ?? character)
    .replace(/\s+/g, ' ')
    .trim();
}

test('existing projects and certificates are found with any kind of apostrophe, quote or dash', async () => {
  const { db, token } = server;
  const { companyId } = demoAccounts.polishOwner;
  const projects: { uuid: string; street: string }[] = [];
  for (const street of streets) {
    const body = { streetName: street, postalCode: '00-001', city: 'Łódź', name: 'Ko´walski' };
    const { result } = await server.call(calls.createProject, { body }, token);
    projects.push({ uuid: result.uuid, street });
    // Stored without normalisation, as before the migration.
    await db
      .updateTable('projects')
      .set({
        street_name: street,
        search_text: oldSearchKey(`${street}, 00-001 Łódź Ko´walski`),
      })
      .where('uuid', '=', result.uuid)
      .execute();
  }
  const [project = ''] = await projectsWithoutCertificate(server);
  const issueResponse = await server.call(
    calls.createCertificate,
    { body: certificateRequest(project, { customer_name: 'Кам’янецька-Д´Арк' }) },
    token,
  );
  await db
    .updateTable('warranty_certificates')
    .set({ search_text: oldSearchKey('ul. Lipowa 12, 32-020 Wieliczka,  Кам’янецька-Д´Арк') })
    .where('uuid', '=', issueResponse.result.uuid)
    .execute();

  await searchKeys.up(db as unknown as Kysely<unknown>);

  const rows = await db
    .selectFrom('projects')
    .select(['uuid', 'search_text'])
    .where('company_id', '=', companyId)
    .execute();
  const storedTexts = new Map(rows.map(({ uuid, search_text }) => [uuid, search_text]));
  for (const { uuid, street } of projects) {
    expect(storedTexts.get(uuid)).toBe(searchKey(`${street}, 00-001 Łódź Ko´walski`));
    const query = { address: `${street.replace(/[’´`]/g, "'").replace(/[–−]/g, '-')} ko’walski` };
    const { result } = await server.call(calls.searchProjects, { query }, token);
    expect(result.data.map((project) => project.uuid)).toEqual([uuid]);
  }
  for (const address of ["кам'янецька", 'КАМ’ЯНЕЦЬКА‑Д`АРК', 'камянецька']) {
    const { result } = await server.call(calls.listCertificates, { query: { address } }, token);
    expect(result.data.map(({ uuid }) => uuid)).toEqual([issueResponse.result.uuid]);
  }
  // Running the migration again changes nothing.
  await searchKeys.up(db as unknown as Kysely<unknown>);
  const unnormalised = await sql<{ count: number }>`
    select count(*)::int as count from projects where search_text ~ ${'[’´–−„”]'}`.execute(db);
  expect(unnormalised.rows).toEqual([{ count: 0 }]);
});

test('addresses are found by any kind of apostrophe and dash', async () => {
  const query = { q: 'Bielsko‑Biała Lipowa', region: 'PL' } as const;
  expect((await server.call(calls.searchAddresses, { query })).status).toBe(200);
  for (const input of [
    'Klaipėda Vytauto',
    'cluj\u2011napoca',
    'CLUJ–NAPOCA',
    '\u200Bcluj-napoca',
  ]) {
    const region = input.startsWith('K') ? 'LT' : 'RO';
    const { result } = await server.call(calls.searchAddresses, { query: { q: input, region } });
    expect(result.data.length).toBeGreaterThan(0);
  }
});
