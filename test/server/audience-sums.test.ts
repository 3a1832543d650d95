import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf } from '#schemas/regions.ts';
import { roles } from '#schemas/roles.ts';
import { countPeople, selectPeople } from '#server/companies/select-people.ts';
import { sumChanges } from '#server/db/sum-changes.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
});
afterAll(() => server.close());

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];

async function readRows(source: ReturnType<typeof sql>) {
  const { rows } = await sql`
    select region_id, company_type, is_verified, role, languages_id, has_push, sum(people)::int as people
    from (${source}) as person group by 1, 2, 3, 4, 5, 6 having sum(people) <> 0
    order by 1, 2, 3, 4, 5, 6`.execute(server.db);
  return rows;
}
const columns = sql`region_id, company_type, is_verified, role, languages_id, has_push, people`;
const storedSums = () =>
  readRows(
    sql`select ${columns} from audience_sums union all select ${columns} from audience_changes`,
  );
/** The people counted directly from their tables. */
const expectedSums = () =>
  readRows(sql`
    select company.regions_id as region_id, coalesce(company.company_type, -1) as company_type,
      company.reserved_points = 0 as is_verified, role, languages_id, fcm <> '[]' as has_push, 1 as people
    from installers as person join companies as company on company.id = person.company_id
    where person.active and company.active <> 0`);

test('the sums match the people after each kind of change', async () => {
  const { db } = server;
  expect(await storedSums()).toEqual(await expectedSums());
  expect((await storedSums()).length).toBeGreaterThan(3);
  const busiest = sql`(select company_id from installers group by 1 order by count(*) desc limit 1)`;
  const copy = sql`select (jsonb_populate_record(person, jsonb_build_object(
    'id', gen_random_uuid(), 'email', 'copy@example.com', 'phone', null))).* from installers as person limit 1`;
  const changes = [
    sql`update companies set active = 0 where id = ${busiest}`,
    sql`update installers set languages_id = 1 where company_id = ${busiest}`,
    sql`update companies set active = 2 where id = ${busiest}`,
    sql`update companies set reserved_points = case when reserved_points = 0 then 500 else 0 end`,
    sql`update companies set company_type = 2 where regions_id = ${poland}`,
    sql`update companies set company_type = null where regions_id = ${poland}`,
    sql`update companies set regions_id = ${czechia}, reserved_points = 7 where regions_id = ${poland}`,
    sql`update installers set role = ${roles.owner}`,
    sql`update installers set fcm = '["token"]' where company_id = ${busiest}`,
    sql`insert into installers ${copy}`,
    sql`update installers set company_id = ${busiest} where email = 'copy@example.com'`,
    sql`update installers set active = not active where company_id = ${busiest}`,
    sql`delete from installers where email = 'copy@example.com'`,
  ];
  for (const change of changes) {
    await change.execute(db);
    const sums = await storedSums();
    expect(sums).toEqual(await expectedSums());
    await sumChanges(db);
    expect(await storedSums()).toEqual(sums);
  }
  expect((await sql`select from audience_changes`.execute(db)).rows).toHaveLength(0);
});

test('an audience has as many people as are counted', async () => {
  const { rows } = await sql<{ id: string }>`
    select company_id as id from installers where active and region_id = ${czechia} limit 1`.execute(
    server.db,
  );
  const company = rows[0]?.id ?? '';
  for (const audience of [
    {},
    { company },
    ...([0, 1] as const).map((verified) => ({ verified })),
    ...(['owner', 'staff'] as const).map((role) => ({ role })),
    { language: 'cs' as const },
    { company_type: 2 },
  ]) {
    const selected =
      await sql`select id from (${selectPeople(czechia, audience)}) as person`.execute(server.db);
    const counts = (await countPeople(czechia, audience).execute(server.db)).rows;
    const people = counts.reduce((sum, row) => sum + row.people, 0);
    expect({ audience, people }).toEqual({ audience, people: selected.rows.length });
  }
});
