import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { languageIds } from '#schemas/languages.ts';
import {
  ANNOUNCEMENT_HOLD_MS,
  announcementProblems,
} from '#schemas/operator/announcement-calls.ts';
import { type Audience } from '#schemas/operator/audience.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { roles } from '#schemas/roles.ts';
import { sendAnnouncements } from '#server/announcements/send-announcements.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { failAfter } from './break-connection.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'asked for by sales';
const english = { language: 'en', title: 'Open day', text: 'Come on 5 May.\nBring a colleague.' };
const polish = { language: 'pl', title: 'Dzień otwarty', text: 'Zapraszamy 5 maja.' };
type Texts = readonly { language: string; title: string; text: string }[];

let server: TestConsole;
let operator: string;
let token: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ demo: true });
  operator = await server.addOperator(grantsOf('editor', [poland]));
  token = await server.startSession(operator);
});
afterAll(() => server.close());

const save = (id: string, texts: Texts, rev: number) =>
  server.operate(
    operatorCalls.saveAnnouncement,
    { params: { id }, body: { texts: texts as never, rev } },
    token,
  );
async function create(texts: Texts = [english, polish]): Promise<string> {
  const body = { region: poland, title: 'Open day', why };
  const { id } = (await server.operate(operatorCalls.createAnnouncement, { body }, token)).result;
  expect((await save(id, texts, 1)).result).toEqual({ rev: 2 });
  return id;
}
const read = async (id: string) =>
  (await server.operate(operatorCalls.getAnnouncement, { params: { id } }, token)).result;
const count = async (id: string, query: Audience = {}) =>
  (await server.operate(operatorCalls.countAnnouncementAudience, { params: { id }, query }, token))
    .result;
const send = async (id: string, audience: Audience, people: number, key = randomUUID()) => {
  const { rev } = await read(id);
  const body = { audience, people, rev, why };
  const headers = { 'idempotency-key': key };
  return server.operate(operatorCalls.sendAnnouncement, { params: { id }, body, headers }, token);
};
const sendToAll = async (id: string) => {
  const { people } = await count(id);
  expect((await send(id, {}, people)).status).toBe(200);
  return people;
};
const stop = async (id: string) => {
  const body = { rev: (await read(id)).rev, why };
  return server.operate(operatorCalls.stopAnnouncement, { params: { id }, body }, token);
};
const testFor = async (id: string, email: string) => {
  const { rev } = await read(id);
  const input = { params: { id }, body: { email, rev, why } };
  return server.operate(operatorCalls.testAnnouncement, input, token);
};
/** Runs the job as a process does, until nothing is due. */
async function finish(): Promise<void> {
  while ((await sendAnnouncements(server.services)) > 0);
  await sendAnnouncements(server.services);
}
const notificationsOf = (id: string) =>
  server.db
    .selectFrom('notifications')
    .select(['user_id', 'company_id', 'rev', 'title', 'text'])
    .where('announcement_id', '=', id)
    .execute();
const readInApp = async (title: string) => {
  const session = await server.signInByEmail(demoAccounts.polishOwner.email, 'PL');
  const query = { limit: 100 };
  const { result } = await server.call(calls.listNotifications, { query }, session.token);
  return result.data.filter((notification) => notification.title === title);
};

/** Adds people, so that the job needs several transactions to notify all of them. */
async function addPeople(people: number): Promise<void> {
  await server.db
    .insertInto('installers')
    .values(
      Array.from({ length: people }, (_, index) => ({
        ...{ id: randomUUID(), company_id: demoCompanies.nowak.id, name: 'Ada', surname: 'Lis' },
        ...{ email: `person-${index}@club.example`, phone: null, avatar: null, role: roles.staff },
        ...{ languages_id: languageIds.lt, verified_email_at: null, created_at: new Date() },
      })),
    )
    .execute();
}

test('after the hold, people get the announcement in their language, in the app and as a push message', async () => {
  const id = await create();
  await server.db
    .updateTable('installers')
    .set({ fcm: '[{"platform":"web","token":"{}"}]' })
    .where('id', '=', demoAccounts.polishOwner.userId)
    .execute();
  const audience = await count(id);
  expect(audience.with_push).toBe(1);
  const languageSum = audience.languages.reduce((sum, { people }) => sum + people, 0);
  expect(languageSum).toBe(audience.people);
  const { result } = await send(id, {}, audience.people);
  expect(Date.parse(result.due_at)).toBe(server.clock.now() + ANNOUNCEMENT_HOLD_MS);
  server.clock.advance(ANNOUNCEMENT_HOLD_MS - 1);
  await finish();
  expect(await notificationsOf(id)).toEqual([]);
  expect(await read(id)).toMatchObject({ state: 'held', notified: 0, seconds_left: 1 });
  server.clock.advance(1);
  await finish();
  expect(await read(id)).toMatchObject({
    ...{ state: 'sent', people: audience.people, notified: audience.people, skipped: 0, read: 0 },
    audience: {},
  });
  const rows = await notificationsOf(id);
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(audience.people);
  expect(rows).toHaveLength(audience.people);
  // Devices pull notifications by their number within the company, so each number must be unique.
  expect(new Set(rows.map(({ company_id, rev }) => `${company_id} ${rev}`)).size).toBe(rows.length);
  const [announcement] = await readInApp('Dzień otwarty');
  expect(announcement).toMatchObject({
    event: 'announcement',
    text: 'Zapraszamy 5 maja.',
    mark: 'unread',
  });
  const pushes = await server.db
    .selectFrom('messages')
    .select('content')
    .where('about', '=', 'announcement')
    .execute();
  expect(pushes).toMatchObject([
    { content: { message: { title: 'Dzień otwarty', body: 'Zapraszamy 5 maja.' } } },
  ]);
  const session = await server.signInByEmail(demoAccounts.polishOwner.email, 'PL');
  const params = { id: announcement?.uuid ?? '' };
  await server.call(calls.markNotificationRead, { params, body: { mark: 'read' } }, session.token);
  expect((await read(id)).read).toBe(1);
});

test('people without a text in their language get the English text', async () => {
  await addPeople(1);
  const id = await create();
  const { languages } = await count(id);
  expect(languages.find(({ language }) => language === 'lt')).toMatchObject({ people: 1 });
  const { people } = await count(id, { language: 'lt' });
  await send(id, { language: 'lt' }, people);
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  await finish();
  expect(await notificationsOf(id)).toMatchObject([{ title: english.title, text: english.text }]);
});

test('sending can be undone until the hold ends, and returns the announcement to draft', async () => {
  const id = await create();
  await sendToAll(id);
  expect((await save(id, [english], 3)).code).toBe('move_not_allowed');
  expect((await stop(id)).result).toEqual({ state: 'draft' });
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  await finish();
  expect(await notificationsOf(id)).toEqual([]);
  expect(await read(id)).toMatchObject({ state: 'draft', people: 0, due_at: null, sent_by: null });
  // The draft can then be changed and sent.
  expect((await save(id, [{ ...english, title: 'Another day' }], 4)).status).toBe(200);
  await sendToAll(id);
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  await finish();
  expect(await readInApp('Another day')).toHaveLength(1);
  expect((await stop(id)).code).toBe('move_not_allowed');
});

test('two processes notify each person once', async () => {
  await addPeople(450);
  const id = await create();
  const people = await sendToAll(id);
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  const run = async () => {
    for (let round = 0; round < 5; round += 1) await sendAnnouncements(server.services);
  };
  await Promise.all([run(), run()]);
  await finish();
  expect(await notificationsOf(id)).toHaveLength(people);
  expect(await read(id)).toMatchObject({ state: 'sent', notified: people, skipped: 0 });
});

test.each([1, 3, 5, 7, 8, 10, 12, 15, 19])(
  'a process that ends after %i statements neither loses nor repeats a person',
  async (statements) => {
    await addPeople(250);
    const id = await create();
    const people = await sendToAll(id);
    server.clock.advance(ANNOUNCEMENT_HOLD_MS);
    await failAfter(server.services, statements, () => sendAnnouncements(server.services));
    await finish();
    const rows = await notificationsOf(id);
    expect(rows).toHaveLength(people);
    expect(await read(id)).toMatchObject({ state: 'sent', notified: people });
  },
);

test('the database rejects a second notification for the same person', async () => {
  const id = await create();
  await sendToAll(id);
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  await finish();
  const duplicateInsert = sql`insert into notifications
    select gen_random_uuid(), company_id, 9000000, op_id, deleted, created_at, updated_at, user_id, title, text, type,
      mark, event, meta, announcement_id
    from notifications where announcement_id = ${id} limit 1`.execute(server.db);
  await expect(duplicateInsert).rejects.toThrow('notifications_announcement');
});

test('after a stop, the remaining people don’t get the announcement', async () => {
  await addPeople(250);
  const id = await create();
  const people = await sendToAll(id);
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  // The connection breaks in the second batch.
  await failAfter(server.services, 10, () => sendAnnouncements(server.services));
  const { state, notified } = await read(id);
  expect(state).toBe('sending');
  expect(notified).toBeGreaterThan(0);
  expect(notified).toBeLessThan(people);
  expect((await stop(id)).result).toEqual({ state: 'stopped' });
  await finish();
  expect(await notificationsOf(id)).toHaveLength(notified);
  expect(await read(id)).toMatchObject({ state: 'stopped', notified });
});

test('people who left during the hold are skipped', async () => {
  const id = await create();
  const people = await sendToAll(id);
  await server.db
    .updateTable('installers')
    .set({ active: false })
    .where('id', '=', demoAccounts.polishOwner.userId)
    .execute();
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  await finish();
  expect(await read(id)).toMatchObject({ state: 'sent', notified: people - 1, skipped: 1 });
});

test('sending stops if the sender loses the right during the hold', async () => {
  const id = await create();
  await sendToAll(id);
  await server.db.deleteFrom('operator_grants').where('operator_id', '=', operator).execute();
  server.clock.advance(ANNOUNCEMENT_HOLD_MS);
  await finish();
  expect(await notificationsOf(id)).toEqual([]);
  token = await server.startSession(await server.addOperator(grantsOf('editor', [poland])));
  expect(await read(id)).toMatchObject({ state: 'stopped', notified: 0 });
  const input = { params: { id }, query: {} };
  const timeline = await server.operate(operatorCalls.listAnnouncementTimeline, input, token);
  expect(timeline.result.data[0]).toMatchObject({
    ...{ what: 'sendHeldAnnouncement', outcome: 'forbidden' },
    after: { state: 'stopped' },
  });
});

test('a changed number of people is a conflict, and nothing is sent', async () => {
  const id = await create();
  const { people } = await count(id);
  expect((await send(id, {}, people - 1)).code).toBe('conflict');
  expect((await send(id, { language: 'et' }, 0)).code).toBe('conflict');
  expect(await read(id)).toMatchObject({ state: 'draft', people: 0 });
});

test('the same request runs once, and a different one is rejected', async () => {
  const id = await create();
  const { people } = await count(id);
  const { rev } = await read(id);
  const headers = { 'idempotency-key': randomUUID() };
  const input = { params: { id }, body: { audience: {}, people, rev, why }, headers };
  const first = await server.operate(operatorCalls.sendAnnouncement, input, token);
  expect(await server.operate(operatorCalls.sendAnnouncement, input, token)).toMatchObject({
    result: first.result,
  });
  const other = { ...input, headers: {} };
  expect((await server.operate(operatorCalls.sendAnnouncement, other, token)).code).toBe(
    'conflict',
  );
});

test('a test is sent to one person in the country, and is audited', async () => {
  const id = await create();
  expect((await testFor(id, demoAccounts.polishOwner.email)).result).toEqual({ language: 'pl' });
  expect(await readInApp('Dzień otwarty')).toHaveLength(1);
  expect((await testFor(id, 'unknown@club.example')).code).toBe('installer_not_found');
  const [czechPerson] = await server.db
    .selectFrom('installers')
    .select('email')
    .where('region_id', '=', czechia)
    .where('email', 'is not', null)
    .execute();
  expect((await testFor(id, czechPerson?.email ?? '')).code).toBe('installer_not_found');
  expect(await read(id)).toMatchObject({ state: 'draft', notified: 0 });
  const input = { params: { id }, query: {} };
  const { result } = await server.operate(operatorCalls.listAnnouncementTimeline, input, token);
  const tests = result.data.filter(({ what }) => what === 'testAnnouncement');
  expect(tests.map(({ outcome, after }) => ({ outcome, after })).at(-1)).toEqual({
    outcome: 'done',
    after: { test_for: demoAccounts.polishOwner.userId },
  });
  // The audit contains no address.
  expect(JSON.stringify(result)).not.toContain(demoAccounts.polishOwner.email);
});

test('a language needs both texts, and English is required', async () => {
  const { english: noEnglish, incomplete } = announcementProblems;
  const reasonOf = async (texts: Texts) => {
    const id = await create(texts);
    const { people } = await count(id);
    return (await send(id, {}, people)).errors[0]?.reason;
  };
  expect(await reasonOf([polish])).toBe(noEnglish);
  expect(await reasonOf([{ ...english, text: '' }])).toBe(noEnglish);
  expect(await reasonOf([english, { ...polish, text: '' }])).toBe(incomplete);
});

test('filters limit the audience, for example to a company type', async () => {
  const id = await create();
  const sum = async (...audiences: readonly Audience[]) => {
    const counts = await Promise.all(audiences.map((audience) => count(id, audience)));
    return counts.reduce((total, { people }) => total + people, 0);
  };
  expect(await sum({ role: 'owner' }, { role: 'staff' })).toBe(await sum({}));
  await server.db
    .updateTable('companies')
    .set({ company_type: 77 })
    .where('id', '=', demoCompanies.nowak.id)
    .execute();
  expect(await sum({ company_type: 77 })).toBe(await sum({ company: demoCompanies.nowak.id }));
  expect(await sum({ company: demoCompanies.dvorak.id })).toBe(0);
});

test('a discarded draft isn’t found', async () => {
  const id = await create();
  const input = { params: { id }, body: { rev: 2, why } };
  const listIds = async () =>
    (await server.operate(operatorCalls.listAnnouncements, { query: {} }, token)).result.data.map(
      (row) => row.id,
    );
  expect(await listIds()).toContain(id);
  expect((await server.operate(operatorCalls.discardAnnouncement, input, token)).status).toBe(200);
  expect(await listIds()).not.toContain(id);
  const secondResponse = await server.operate(
    operatorCalls.getAnnouncement,
    { params: { id } },
    token,
  );
  expect(secondResponse.code).toBe('not_found');
});

test('the list is read from its index', async () => {
  const plan = await server.db.transaction().execute(async (trx) => {
    for (const kind of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    const list: Parameters<typeof selectPageKeys<'announcements'>>[2] = {
      table: 'announcements',
      keys: ['created_at', 'uuid'],
      isDescending: true,
      where: (rows) => rows.where('state', '<>', 'discarded'),
    };
    const page = { cursor: ['2026-01-01 00:00:00+00', randomUUID()], limit: 50 };
    const query = selectPageKeys(scopedQueries(trx, [poland]), [poland], list, page);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });
  expect(plan.filter((line) => line.includes('using announcements_region'))).toHaveLength(1);
});
