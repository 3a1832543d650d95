import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, startOfDay } from '#schemas/calendar-day.ts';
import { type Campaign } from '#schemas/campaign.ts';
import { DATES_AHEAD_DAYS, dateCalls, MAX_DATES } from '#schemas/operator/date-calls.ts';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { writeCampaigns } from '#server/configuration/write-settings.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'agreed for the season';

let server: TestConsole;
let today: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  today = dayIn('PL', server.clock.now());
  // Remove the demo's plans.
  const { db } = server;
  await db
    .updateTable('settings_versions')
    .set({ state: 'cancelled' })
    .where('state', '=', 'planned')
    .execute();
  await db.updateTable('shop_products').set({ show_at: null, hide_at: null }).execute();
  await db.updateTable('content_drafts').set({ publish_at: null, planned_by: null }).execute();
});
afterAll(() => server.close());

const sessionOf = async (role: OperatorGrant['role'], regions: readonly RegionId[] = [poland]) =>
  server.startSession(await server.addOperator(grantsOf(role, regions)));
const datesFor = async (token: string, region?: RegionId) =>
  (await server.operate(dateCalls.listUpcomingDates, { query: { region } }, token)).result.data;

const campaign = (id: string, from: string, until: string): Campaign => ({
  ...{ id, from, until, grace_days: 0, name_translated: { en: `Campaign ${id}` } },
  ...{ text_translated: { en: 'More points' }, types: null, tier_categories: null, levels: null },
  reward: { kind: 'points', points: 5 },
});

test('lists what starts and ends within six weeks, earliest first', async () => {
  const [start, end, lateDay] = [5, 30, DATES_AHEAD_DAYS + 1].map((days) => addDays(today, days));
  const first = campaign('spring', start ?? '', lateDay ?? '');
  const second = campaign('running', addDays(today, -5), end ?? '');
  await writeCampaigns(server.db, 'PL', [first, second]);
  const token = await sessionOf('country_lead');
  const change = { field: 'welcome_points', before: '500', value: 501 } as const;
  const { result } = await server.operate(
    operatorCalls.readCountrySettings,
    { query: { region: poland } },
    token,
  );
  await server.operate(
    operatorCalls.changeSettings,
    {
      body: {
        ...{ region: poland, why, starts_on: addDays(today, 7) },
        changes: [{ ...change, before: String(result.settings?.welcome_points) }],
      },
    },
    token,
  );
  const { uuid: product } = await server.db
    .updateTable('shop_products')
    .set({
      show_at: new Date(startOfDay('PL', addDays(today, 2))),
      hide_at: new Date(startOfDay('PL', addDays(today, 90))),
    })
    .where('uuid', 'in', (eb) =>
      eb.selectFrom('shop_products').select('uuid').where('region', '=', 'PL').limit(1),
    )
    .returning('uuid')
    .executeTakeFirstOrThrow();

  const dates = await datesFor(token);
  const plannedDates = dates.filter(({ record }) => record !== null);
  expect(plannedDates.map(({ kind, day }) => [kind, day])).toEqual([
    ['product_shown', addDays(today, 2)],
    ['campaign_start', start],
    ['settings_start', addDays(today, 7)],
    ['campaign_end', end],
  ]);
  expect(plannedDates[0]?.record).toBe(product);
  expect(plannedDates[1]).toMatchObject({ record: 'spring', title: { en: 'Campaign spring' } });
  expect(dates.filter(({ record }) => record === null)).toEqual([
    { kind: 'points_expire', day: '2027-01-01', region: poland, record: null, title: null },
    { kind: 'levels_start', day: '2027-01-01', region: poland, record: null, title: null },
  ]);
});

test('keeps the earliest products if there are too many to list', async () => {
  const { db } = server;
  const copy = (uuid: RawBuilder<unknown>, day: string, count: number) => sql`
    insert into shop_products (uuid, region, rev, op_id, created_at, updated_at, type, sku, name, description,
      active, is_visible, category_uuid, pictures, show_at)
    select ${uuid}, region, (select max(rev) from shop_products) + number, gen_random_uuid(), created_at, updated_at, type, sku || '-copy-' || number || ${day},
      name, description, active, is_visible, category_uuid, pictures, ${new Date(startOfDay('CZ', day))}
    from (select * from shop_products where region = 'CZ' limit 1) as product
      cross join generate_series(1, ${count}::integer) as number`;
  // These ids sort first.
  const earlyId = sql`('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid`;
  const last = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  await copy(earlyId, addDays(today, 40), MAX_DATES).execute(db);
  await copy(sql`${last}::uuid`, addDays(today, 1), 1).execute(db);

  const dates = await datesFor(await sessionOf('shop', [czechia]));
  expect(dates).toHaveLength(MAX_DATES);
  expect(dates[0]).toMatchObject({ kind: 'product_shown', record: last });
  await db.deleteFrom('shop_products').where('sku', 'like', '%-copy-%').execute();
});

test('shows an operator only dates that their roles can read in their countries', async () => {
  const kindsFor = async (token: string, region?: RegionId) => [
    ...new Set((await datesFor(token, region)).map(({ kind }) => kind)),
  ];
  expect(await kindsFor(await sessionOf('shop'))).toEqual(['product_shown']);
  expect(await kindsFor(await sessionOf('editor'))).toEqual([]);
  expect(await kindsFor(await sessionOf('finance'))).not.toContain('settings_start');
  const czechLead = await sessionOf('country_lead', [czechia]);
  expect((await datesFor(czechLead)).every(({ region }) => region === czechia)).toBe(true);
  expect(await datesFor(czechLead, poland)).toEqual([]);
  // This operator has one role in each country.
  const bothCountriesOperator = await server.addOperator([
    ...grantsOf('shop', [poland]),
    ...grantsOf('country_lead', [czechia]),
  ]);
  const ofPoland = (await datesFor(await server.startSession(bothCountriesOperator))).filter(
    ({ region }) => region === poland,
  );
  expect(ofPoland.map(({ kind }) => kind)).toEqual(['product_shown']);
});

test('lists unfinished announcements and news among the drafts of their authors', async () => {
  const [author, colleague] = [await sessionOf('editor'), await sessionOf('editor')];
  const draftsFor = async (token: string) =>
    (await server.operate(draftCalls.listDrafts, {}, token)).result.data.map(
      ({ kind, record, excerpt }) => [kind, record, excerpt],
    );
  const announcement = await server.operate(
    operatorCalls.createAnnouncement,
    { body: { region: poland, title: 'Open day', why } },
    author,
  );
  server.clock.advance(1000);
  const article = await server.operate(
    operatorCalls.createContent,
    { body: { region: poland, type: 'news', title: 'New flashings', why } },
    author,
  );
  expect(await draftsFor(author)).toEqual([
    ['content', article.result.id, 'New flashings'],
    ['announcement', announcement.result.id, 'Open day'],
  ]);
  expect(await draftsFor(colleague)).toEqual([]);
  await server.operate(
    operatorCalls.discardAnnouncement,
    { params: { id: announcement.result.id }, body: { rev: 1, why } },
    author,
  );
  expect(await draftsFor(author)).toHaveLength(1);
});
