import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeZoneOf } from '#schemas/calendar-day.ts';
import { regionIdOf, regions } from '#schemas/regions.ts';
import { sumChanges } from '#server/db/sum-changes.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
});
afterAll(() => server.close());

interface Row {
  readonly region: number;
  readonly figure: string;
  readonly at: Date | null;
  readonly points?: number;
}

/** Counts the records directly from the tables, by country, figure and day in the country. */
async function expectedDays() {
  const read = async (columns: RawBuilder<Row>) =>
    (await sql<Row>`select ${columns}`.execute(server.db)).rows;
  const rows = [
    ...(await read(
      sql`regions_id as region, 'companies' as figure, created_at as at from companies`,
    )),
    ...(await read(
      sql`region_id as region, 'projects' as figure, created_at as at from projects where not deleted`,
    )),
    ...(await read(
      sql`region_id as region, 'projects_closed' as figure, project_closed as at from projects where not deleted`,
    )),
    ...(await read(
      sql`region_id as region, 'scans' as figure, created_at as at from scans where not deleted`,
    )),
    ...(await read(
      sql`region_id as region, 'orders_' || status as figure, created_at as at, points from orders where not deleted`,
    )),
    ...(await read(
      sql`region_id as region, 'leads_' || status as figure, created_at as at from leads where not deleted`,
    )),
    ...(await read(
      sql`region_id as region, 'lead_requests' as figure, created_at as at from lead_requests`,
    )),
    ...(await read(
      sql`region_id as region, 'chats' as figure, created_at as at from support_chats where not deleted`,
    )),
    ...(await read(
      sql`region_id as region, 'chats_answered' as figure, created_at as at from support_chats
        where not deleted and exists (
          select from support_messages where chat_uuid = support_chats.uuid and sender = 'admin')`,
    )),
    ...(await read(
      sql`region_id as region, case sender when 'admin' then 'answers' else 'messages' end as figure,
        message.created_at as at
        from support_messages as message join support_chats on support_chats.uuid = chat_uuid
        where not deleted`,
    )),
    ...(await read(
      sql`scans.region_id as region, 'decided_' || kind as figure, settled_at as at
        from review_decisions join scans on scans.uuid = scan where outcome = 'done'`,
    )),
  ];
  const codeOf = new Map<number, (typeof regions)[number]['code']>(
    regions.map(({ id, code }) => [id, code]),
  );
  const days = new Map<string, [number, number]>();
  for (const { region, figure, at, points = 0 } of rows) {
    const code = codeOf.get(region);
    if (at === null || !code) continue;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(code) }).format(at);
    const key = `${region} ${figure} ${day}`;
    const [records, sum] = days.get(key) ?? [0, 0];
    days.set(key, [records + 1, sum + points]);
  }
  return days;
}

async function storedDays() {
  const columns = sql`region_id, figure, day, records, points`;
  const { rows } = await sql<{ key: string; records: number; points: number }>`
    select region_id || ' ' || figure || ' ' || day as key, sum(records)::int as records,
      sum(points)::int as points
    from (select ${columns} from report_days union all select ${columns} from report_changes) as counted
    group by 1 having sum(records) <> 0`.execute(server.db);
  return new Map(rows.map(({ key, records, points }) => [key, [records, points]]));
}

test('the days use the time zones of their countries', async () => {
  const { rows } = await sql<{ zones: string[] }>`
    select array_agg(region_time_zone(id) order by position) as zones
    from unnest(${regions.map(({ id }) => id)}::integer[]) with ordinality as given (id, position)`.execute(
    server.db,
  );
  expect(rows[0]?.zones).toEqual(regions.map(({ code }) => timeZoneOf(code)));
});

test('the counts match the records after each kind of change', async () => {
  const { db } = server;
  const operator = randomUUID();
  await db
    .insertInto('operators')
    .values({
      id: operator,
      email: 'a@club.example',
      name: 'Anna',
      language: 'en',
      created_at: new Date(),
    })
    .execute();
  expect((await storedDays()).size).toBeGreaterThan(100);
  expect(await storedDays()).toEqual(await expectedDays());

  const changes = [
    'update scans set deleted = true where points % 2 = 0',
    'update orders set status = 3, points = points + 7 where status = 1',
    `update leads set status = 'lost' where status = 'new'`,
    'update projects set project_closed = null where calculated_max_points % 2 = 0',
    "update lead_requests set created_at = created_at - interval '40 days'",
    'update support_chats set deleted = true where status = 3',
    `update companies set regions_id = ${regionIdOf('TR')} where regions_id = ${regionIdOf('CZ')}`,
    `insert into support_messages (uuid, chat_uuid, sender, message, created_at)
      select gen_random_uuid(), uuid, sender, 'Hello', created_at + number * interval '9 days'
      from support_chats, unnest(array['admin', 'installer']) with ordinality as part (sender, number)`,
    'delete from support_chats where status = 1',
    `insert into review_decisions (uuid, scan, project, company_id, operator_id, kind, seen_version, made_at,
        due_at, settled_at, outcome)
      select gen_random_uuid(), uuid, projects_id, company_id, '${operator}', 'reject', 1, now(), now(), now(), 'done'
      from scans where not deleted`,
    "update review_decisions set outcome = 'undone' where scan in (select uuid from scans where flag = 'valid')",
    `update companies set regions_id = ${regionIdOf('CZ')} where regions_id = ${regionIdOf('TR')}`,
    'delete from scans where deleted',
  ];
  for (const change of changes) {
    const before = await storedDays();
    await sql.raw(change).execute(db);
    const after = await storedDays();
    expect(after).toEqual(await expectedDays());
    // Deleted products weren't counted.
    expect(isDeepStrictEqual(after, before)).toBe(change.startsWith('delete from scans'));
    await sumChanges(db);
    expect(await storedDays()).toEqual(after);
  }
  const { rows } = await sql`select from report_changes`.execute(db);
  expect(rows).toHaveLength(0);
});

test.each([
  ['report_days', 'figure, records, points'],
  ['ledger_days', 'event, variation, lines, points'],
])('sums of %s are read from the index alone', async (table, columns) => {
  const plan = await server.db.transaction().execute(async (trx) => {
    for (const kind of ['seqscan', 'bitmapscan'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    const { rows } =
      await sql`explain select ${sql.raw(columns)} from ${sql.table(table)} where region_id = 1`.execute(
        trx,
      );
    return JSON.stringify(rows);
  });
  expect(plan).toContain(`Index Only Scan using ${table}_pkey`);
});
