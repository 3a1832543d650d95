import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import type * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { type Database } from '#server/db/tables.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { loadDemoData } from '#server/demo/load-demo-data.ts';
import { arbitraryOf } from './arbitrary.ts';
import { requestOf, startTestApp, type TestApp, type TestInput } from './test-app.ts';

const owner = demoAccounts.polishOwner;
/** People of other companies, owner, decor owner and decor staff, in other countries and in the same. */
const outsiders: readonly DemoAccountKey[] = ['czechOwner', 'decorOwner', 'decorStaff'];
const withId = allCalls.filter((call) => call.path.includes('{'));

let server: TestApp;
let ids: { kind: string; id: string }[];
const tokens = new Map<DemoAccountKey, string>();

beforeAll(async () => {
  server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000' },
    seed: async (services) => {
      await loadDemoData(services);
    },
  });
  await server.signInBy(owner.email, owner.region);
  ids = await idsOfCompany(server.db, owner.companyId);
  for (const key of [...outsiders, 'polishStaff' as const]) {
    const { email, region } = demoAccounts[key];
    tokens.set(key, (await server.signInBy(email, region)).token);
  }
});
afterAll(() => server.close());

/** Every id that belongs to a company, by what it names. */
async function idsOfCompany(db: Kysely<Database>, companyId: string) {
  const kinds = {
    project: 'projects',
    scan: 'scans',
    ledger: 'ledger',
    photo: 'photos',
    lead: 'leads',
    notification: 'notifications',
    survey: 'survey_invitations',
    chat: 'support_chats',
    order: 'orders',
    'order file': 'order_files',
    certificate: 'warranty_certificates',
    person: 'installers',
    session: 'sessions',
  };
  const ids = [{ kind: 'company', id: companyId }];
  for (const [kind, table] of Object.entries(kinds)) {
    const key = sql.ref(['person', 'session'].includes(kind) ? 'id' : 'uuid');
    const { rows } = await sql<{ id: string }>`
      select ${key} as id from ${sql.table(table)} where company_id = ${companyId} limit 6`.execute(
      db,
    );
    ids.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return ids;
}

/** Everything that the company has, to see that nothing of it was touched. */
async function everythingOf(companyId: string): Promise<unknown> {
  const rows = await Promise.all(
    [
      'projects',
      'scans',
      'ledger',
      'photos',
      'leads',
      'notifications',
      'survey_invitations',
      'support_chats',
      'orders',
      'order_files',
      'warranty_certificates',
    ].map((table) =>
      sql`select md5(string_agg(t::text, '|' order by uuid)) as sum from ${sql.table(table)} t where company_id = ${companyId}`.execute(
        server.db,
      ),
    ),
  );
  return rows.map((result) => result.rows);
}

/** A request with that id and whatever else the call needs, all of it valid. */
function requestWith(call: Call, id: string, as: string) {
  const nothingKnown = { texts: [], sets: [] };
  const sample = (schema: v.GenericSchema) =>
    fc.sample(arbitraryOf(schema, nothingKnown), { numRuns: 1, seed: 7 })[0];
  const body =
    call.body === undefined
      ? undefined
      : isFileBody(call.body)
        ? { fields: sample(call.body.fields), bytes: new Uint8Array(8), mediaType: 'image/jpeg' }
        : sample(call.body);
  const input: unknown = { params: { id }, body };
  return requestOf(call, input as TestInput<Call>, as);
}

describe.each(outsiders)('%s', (key) => {
  test.each(withId.map((call) => [call.id, call] as const))(
    'gets 404 from %s for every id of another company',
    async (_id, call) => {
      const before = await everythingOf(owner.companyId);
      // What was never a scan may be taken back like one: that promises that it stays away, no more.
      const asked = ids.filter(({ kind }) => call.id !== 'deleteScan' || kind === 'scan');
      for (const { kind, id } of asked) {
        const response = await server.app.inject(requestWith(call, id, tokens.get(key) ?? ''));
        expect({ kind, status: response.statusCode }).toEqual({ kind, status: 404 });
      }
      expect(await everythingOf(owner.companyId)).toEqual(before);
    },
  );

  test('gets 404 for a photo of another company', async () => {
    for (const { id } of ids.filter(({ kind }) => kind === 'photo')) {
      const response = await server.app.inject({
        url: `/files/photo/${id}`,
        headers: { authorization: `Bearer ${tokens.get(key)}` },
      });
      expect(response.statusCode).toBe(404);
    }
  });

  test('gets 404 for a file that another company has sent for an order', async () => {
    for (const { id } of ids.filter(({ kind }) => kind === 'order file')) {
      const response = await server.app.inject({
        url: `/files/order/${id}`,
        headers: { authorization: `Bearer ${tokens.get(key)}` },
      });
      expect(response.statusCode).toBe(404);
    }
  });

  test('finds nothing of another company in any list', async () => {
    const foreign = new Set(ids.map(({ id }) => id));
    const lists = allCalls.filter(
      (call) => call.method === 'GET' && call.access === 'session' && !call.path.includes('{'),
    );
    for (const call of lists) {
      const queries: Record<string, unknown> = {
        searchProjects: { address: 'a' },
        confirmScan: { code: 'A' },
        tiers: { region_id: 10 },
        shopCart: { uuids: ids[0]?.id },
      };
      // Asked for another company's, they are not there; asked for the own, nothing foreign is in them.
      const own = demoAccounts[key].companyId;
      for (const id of ['tierProgress', 'tierHistory']) {
        queries[id] = { installer_company_id: own };
      }
      const query = queries[call.id];
      const response = await server.app.inject(
        requestOf(call, { query } as TestInput<Call>, tokens.get(key) ?? ''),
      );
      const named = response.body.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
      expect(named.filter((id) => foreign.has(id))).toEqual([]);
    }
  });
});

test('staff of the company itself reach what is theirs', async () => {
  const project = ids.find(({ kind }) => kind === 'project')?.id ?? '';
  const answer = await server.call(
    calls.project,
    { params: { id: project } },
    tokens.get('polishStaff'),
  );
  expect(answer.status).toBe(200);
});
