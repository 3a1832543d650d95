import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { erasePerson } from '#server/account/erase-person.ts';
import { endSessionsForOperator } from '#server/account/operator-sessions.ts';
import { type CalendarServer, startCalendarServer } from './calendar-setup.ts';
import { accounts } from './test-accounts.ts';

/* `GET /calendar/{secret}.ics`: a person's installations for other calendars (security 29). */

const METRICS_TOKEN = 'a-token-for-the-metrics';
let server: CalendarServer;
beforeAll(async () => {
  server = await startCalendarServer({ METRICS_TOKEN });
});
beforeEach(() => server.deleteAll());
afterAll(() => server.close());

describe('a conditional request', () => {
  test('gets 304 until the feed changes', async () => {
    const id = await server.addProject('polishOwner', server.inDays(1));
    const path = await server.createFeed('polishOwner');
    const first = await server.read(path);
    const { etag = '', 'last-modified': modified = '' } = first.headers as Record<string, string>;
    expect(first.headers['cache-control']).toBe('private, no-cache');
    server.clock.advance(5 * MINUTE_MS);
    const conditions = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-modified-since': modified },
    ];
    for (const headers of conditions) {
      const { statusCode, body } = await server.read(path, headers);
      expect([statusCode, body]).toEqual([304, '']);
    }
    expect(
      (await server.read(path, { 'if-none-match': '"other"', 'if-modified-since': modified })).body,
    ).toBe(first.body);
    const token = await server.tokenOf('polishOwner');
    await server.call(calls.deleteProject, { params: { id } }, token);
    for (const headers of conditions)
      expect((await server.read(path, headers)).statusCode).toBe(200);
  });

  test('requested by HEAD has the headers without the calendar', async () => {
    const path = await server.createFeed('polishOwner');
    const { headers } = await server.read(path);
    const headResponse = await server.app.inject({ method: 'HEAD', url: path });
    expect([headResponse.statusCode, headResponse.body, headResponse.headers.etag]).toEqual([
      200,
      '',
      headers.etag,
    ]);
  });
});

describe('the link (security 29)', () => {
  test('is returned once, stored as a hash, and in no log, metric or audit', async () => {
    const path = await server.createFeed('polishOwner');
    const secret = path.slice('/calendar/'.length, -'.ics'.length);
    // The secret has 43 characters of 6 bits.
    expect(secret).toMatch(/^[\w-]{43}$/);
    await server.read(path);
    await server.read(`${path}x`);
    const token = await server.tokenOf('polishOwner');
    const { result } = await server.call(calls.getCalendarFeed, {}, token);
    const now = new Date(server.clock.now()).toISOString();
    expect(result).toEqual({ created_at: now, fetched_at: now });
    const [feeds, changes] = [
      await server.db.selectFrom('calendar_feeds').selectAll().execute(),
      await server.db.selectFrom('account_changes').selectAll().execute(),
    ];
    expect(feeds).toHaveLength(1);
    expect(changes.at(-1)?.fields).toEqual(['calendar_feed']);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const metrics = (await server.app.inject({ url: '/metrics', headers })).body;
    expect(metrics).toContain('route="/calendar/:file"');
    expect(server.log.join('')).toContain('"route":"/calendar/:file"');
    for (const text of [JSON.stringify([feeds, changes]), metrics, server.log.join('')])
      expect(text).not.toContain(secret);
  });

  test('sends no referrer, and isn’t indexed or cached by others', async () => {
    const { headers } = await server.read(await server.createFeed('polishOwner'));
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-cache',
    });
  });

  test('that has ended gets the same response as an unknown link', async () => {
    const token = await server.tokenOf('polishStaff');
    const replacedPath = await server.createFeed('polishStaff');
    const path = await server.createFeed('polishStaff');
    expect((await server.read(path)).statusCode).toBe(200);
    const responses = [
      await server.read(`/calendar/${'A'.repeat(43)}.ics`),
      await server.read('/calendar/short.ics'),
      await server.read(replacedPath),
    ];
    await server.setStaff({ active: false });
    responses.push(await server.read(path));
    await server.setStaff({ active: true });
    await server.setCompany({ active: 0 });
    responses.push(await server.read(path));
    await server.setCompany({ active: 1 });
    expect((await server.read(path)).statusCode).toBe(200);
    for (let time = 0; time < 2; time += 1)
      expect((await server.call(calls.deleteCalendarFeed, {}, token)).status).toBe(200);
    responses.push(await server.read(path));
    const comparableResponses = responses.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _id, date: _date, ...others } = headers;
      return { statusCode, body, headers: others };
    });
    expect(comparableResponses[0]).toMatchObject({ statusCode: 404 });
    expect(comparableResponses).toEqual(comparableResponses.map(() => comparableResponses[0]));
    expect((await server.call(calls.getCalendarFeed, {}, token)).result).toEqual({
      created_at: null,
      fetched_at: null,
    });
  });

  test('is limited per feed, and much less strictly per IP address', async () => {
    const limitedServer = await startCalendarServer({ RATE_LIMIT_FACTOR: '1' });
    const [path, other] = [
      await limitedServer.createFeed('polishOwner'),
      await limitedServer.createFeed('czechOwner'),
    ];
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1)
      statuses.push((await limitedServer.read(path)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    expect((await limitedServer.read(other)).statusCode).toBe(200);
    await limitedServer.close();
  });
});

/** A colleague of the Polish owner, with a session and a feed. */
async function newColleague() {
  const id = randomUUID();
  const number = String(Date.now()).slice(-6) + String(Math.random()).slice(2, 5);
  const email = `${id}@example.com`;
  const staff = await server.db
    .selectFrom('installers')
    .selectAll()
    .where('id', '=', accounts.polishStaff.id)
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('installers')
    .values({ ...staff, id, email, phone: `+48${number}` })
    .execute();
  const { token } = await server.signInByEmail(email, 'PL');
  const { result } = await server.call(calls.createCalendarFeed, {}, token);
  return { id, email, token, path: result.path };
}
type Colleague = Awaited<ReturnType<typeof newColleague>>;

describe('a person’s feed', () => {
  const endings: Record<string, (person: Colleague) => Promise<unknown>> = {
    'signs out all other devices': ({ token }) => server.call(calls.endOtherSessions, {}, token),
    'is signed out by an operator': ({ id }) => endSessionsForOperator(id, server.services),
    'is removed from the team': async ({ id }) =>
      server.call(calls.deleteTeamMember, { params: { id } }, await server.tokenOf('polishOwner')),
    'gets another phone number': async ({ id }) =>
      server.call(
        calls.updateUser,
        { params: { id }, body: { phone: '510 777 888' } },
        await server.tokenOf('polishOwner'),
      ),
    'is erased': ({ id }) =>
      erasePerson(id, { isDryRun: false, closesCompany: false }, server.services),
  };
  test.each(Object.entries(endings))('ends when the person %s', async (_way, end) => {
    const person = await newColleague();
    const otherFeed = await server.createFeed('polishOwner');
    expect((await server.read(person.path)).statusCode).toBe(200);
    await end(person);
    expect((await server.read(person.path)).statusCode).toBe(404);
    const rows = await server.db
      .selectFrom('calendar_feeds')
      .select('installer_id')
      .where('installer_id', '=', person.id)
      .execute();
    expect(rows).toEqual([]);
    expect((await server.read(otherFeed)).statusCode).toBe(200);
  });

  test('remains when the person signs out on one device', async () => {
    const { email, token, path } = await newColleague();
    const other = await server.signInByEmail(email, 'PL');
    const { result } = await server.call(calls.listSessions, {}, token);
    const id = result.data.find(({ current }) => !current)?.uuid ?? '';
    await server.call(calls.endSession, { params: { id } }, token);
    await server.call(calls.signOut, {}, token);
    expect((await server.read(path)).statusCode).toBe(200);
    expect((await server.call(calls.getSignedInUser, {}, other.token)).status).toBe(401);
  });

  test('isn’t created by a session that ends at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email, token } = await newColleague();
      const other = await server.signInByEmail(email, 'PL');
      await Promise.all([
        server.call(calls.createCalendarFeed, {}, other.token),
        server.call(calls.endOtherSessions, {}, token),
      ]);
      const feeds = await server.db
        .selectFrom('calendar_feeds')
        .selectAll()
        .where('installer_id', '=', id)
        .execute();
      expect(feeds).toEqual([]);
    }
  });
});
