import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryOf } from '#schemas/api/call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { offerLead } from '#server/leads/operator-leads.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const { companyId } = accounts.polishOwner;
const poland = regionIdOf('PL');

let server: TestConsole;
let sales: string;
beforeAll(async () => {
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  sales = await server.startSession(await server.addOperator(grantsOf('sales', [poland])));
});
afterAll(() => server.close());

const readPage = (query: QueryOf<typeof operatorCalls.listCompanyTimeline>) =>
  server.operate(operatorCalls.listCompanyTimeline, { params: { id: companyId }, query }, sales);

/**
 * Reads all pages.
 * @returns ids of each page
 */
async function readPages(limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { result } = await readPage({ limit, cursor });
    pages.push(result.data.map(({ id }) => id));
    cursor = result.meta.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

/** Functions that add an entry of each kind. The times of two entries may differ by less than a millisecond. */
const adders = {
  act: async (at: ReturnType<typeof timeOf>) => {
    await sql`insert into operator_audit (at, kind, act, record_kind, record_id)
      values (${at}, 'act', 'editCompany', 'company', ${companyId})`.execute(server.db);
  },
  command: async (at: ReturnType<typeof timeOf>) => {
    await sql`insert into operator_acts (uuid, at, operator, command, words, why, outcome)
      values (${randomUUID()}, ${at}, 'anna', 'companies edit', array[${companyId}], 'asked', 'done')`.execute(
      server.db,
    );
  },
  change: async (at: ReturnType<typeof timeOf>) => {
    await sql`insert into account_changes (id, installer_id, company_id, subject, fields, created_at)
      values (${randomUUID()}, ${randomUUID()}, ${companyId}, 'company', '["city"]', ${at})`.execute(
      server.db,
    );
  },
};
const timeOf = (index: number) => sql`'2026-05-04T10:00:00.1230Z'::timestamptz
  + ${[0, 400, 1000][index] ?? 0} * interval '1 microsecond'`;

const entry = fc.record({
  kind: fc.constantFrom('act' as const, 'command' as const, 'change' as const),
  time: fc.integer({ min: 0, max: 2 }),
});

test('every entry is on exactly one page, however many have the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 7 }),
      async (entries, limit) => {
        const before = (await readPages(100)).flat().length;
        for (const { kind, time } of entries) await adders[kind](timeOf(time));
        const { result } = await readPage({ limit: 100 });
        const all = result.data.map(({ id }) => id);
        expect(new Set(all).size).toBe(before + entries.length);
        const times = result.data.map(({ at }) => at);
        expect(times).toEqual(times.toSorted().toReversed());
        const pages = await readPages(limit);
        expect(pages.flat()).toEqual(all);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
        await sql`delete from operator_acts`.execute(server.db);
        await sql`delete from account_changes`.execute(server.db);
      },
    ),
    { numRuns: 12 },
  );
});

test('actions with equal times are listed in the order in which they happened', async () => {
  const { result } = await readPage({ limit: 100 });
  const actions = result.data.filter(({ what }) => what === 'editCompany');
  const ids = await server.db
    .selectFrom('operator_audit')
    .select('id')
    .where('act', '=', 'editCompany')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  expect(actions.map(({ id }) => Number(id.replace('act-', '')))).toEqual(
    ids.map(({ id }) => Number(id)),
  );
});

test('notifications to people are in the timelines of the person, company and lead, without text', async () => {
  const { id: installerId } = accounts.polishOwner;
  await server.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: true })
    .where('id', '=', companyId)
    .execute();
  const lead = await offerLead(companyId, offeredLead, server.services);
  const input = (id: string) => ({ params: { id }, query: { limit: 100 } });
  const [company, person, leadTimeline] = await Promise.all([
    server.operate(operatorCalls.listCompanyTimeline, input(companyId), sales),
    server.operate(operatorCalls.listPersonTimeline, input(installerId), sales),
    server.operate(operatorCalls.listLeadTimeline, input(lead), sales),
  ]);
  for (const { result } of [company, person, leadTimeline]) {
    const found = result.data.filter(({ kind, what }) => kind === 'message' && what === 'lead_new');
    // The company and the lead have an entry for each person who reads leads.
    expect(found).toHaveLength(result === person.result ? 1 : 2);
    expect(found[0]).toMatchObject({ outcome: 'unread', details: ['notification'], why: null });
  }
  const { title, text } = await server.db
    .selectFrom('notifications')
    .select(['title', 'text'])
    .where('user_id', '=', installerId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(person.result)).not.toContain(title);
  expect(JSON.stringify(person.result)).not.toContain(text);
  await server.db
    .updateTable('notifications')
    .set({ mark: 'read' })
    .where('user_id', '=', installerId)
    .execute();
  const { result } = await server.operate(
    operatorCalls.listPersonTimeline,
    input(installerId),
    sales,
  );
  expect(result.data.find(({ kind }) => kind === 'message')?.outcome).toBe('read');
});

test('a cursor from another list is rejected', async () => {
  const cursorOf = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  for (const keys of [
    ['2026-05-04T10:00:00.123Z'],
    ['2026-02-30T10:00:00.123000Z', 0, 'act-1'],
    ['2026-05-04T10:00:00.123000Z', -1, 'act-1'],
  ])
    expect(await readPage({ cursor: cursorOf(keys) })).toMatchObject({
      status: 400,
      errors: [{ field: 'query.cursor' }],
    });
  const unknownId = cursorOf(['2026-05-04T10:00:00.123000Z', 4, "'; --"]);
  expect((await readPage({ cursor: unknownId })).status).toBe(200);
});
