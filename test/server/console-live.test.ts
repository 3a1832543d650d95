import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#schemas/durations.ts';
import { changedLists } from '#schemas/operator/changed-lists.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { buildConsole } from '#server/console-app.ts';
import { IDLE_MS } from '#server/console/operator-sessions.ts';
import { type Database } from '#server/db/tables.ts';
import { createChangeReader, deleteOldChanges } from '#server/live/changed-lists.ts';
import { STREAMS_PER_PERSON } from '#server/live/open-streams.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { grantsOf } from './console-setup.ts';
import { type ReviewConsole, startReviewConsole } from './console-review-setup.ts';
import { type EventReader, readListEvents } from './read-events.ts';

let server: ReviewConsole;
let address: string;
const openReaders: EventReader[] = [];
beforeAll(async () => {
  server = await startReviewConsole();
  address = await server.consoleApp.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const reader of openReaders.splice(0)) reader.close();
});
afterAll(() => server.close());

/**
 * Opens a stream.
 * @returns it and its first event
 */
async function openEvents(token: string, at = address) {
  const reader = await readListEvents(at, token);
  openReaders.push(reader);
  return { reader, first: await reader.next() };
}
const listen = async (token: string, at = address) => (await openEvents(token, at)).reader;

describe('the console’s stream of changed lists', () => {
  test('needs a session', async () => {
    const response = await server.consoleApp.inject('/api/operator/v1/events');
    expect([response.statusCode, response.json()]).toMatchObject([
      401,
      { errors: [{ code: 'unauthorised' }] },
    ]);
  });

  test('starts with the lists of the operator’s rights, isn’t cached, and doesn’t extend the session', async () => {
    const { token, id } = await server.addReviewer('PL', 'CZ');
    const usedAt = () =>
      server.db
        .selectFrom('operator_sessions')
        .select('used_at')
        .where('operator_id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await usedAt();
    server.clock.advance(60_000);
    const { reader, first } = await openEvents(token);
    // A reviewer reads companies too, but no orders.
    expect(first).toContain('review PL');
    expect(first).toContain('companies CZ');
    expect(first?.filter((name) => !/ (PL|CZ)$/.test(name))).toEqual([]);
    expect(first?.filter((name) => name.startsWith('orders'))).toEqual([]);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toBe('no-store');
    expect(reader.response.headers.get('content-encoding')).toBeNull();
    expect(reader.response.headers.get('x-accel-buffering')).toBe('no');
    expect(await usedAt()).toEqual(before);
  });

  test('announces what an installer submits only to operators of the country who have the right', async () => {
    const reviewer = await listen((await server.addReviewer('PL')).token);
    const czechReader = await listen((await server.addReviewer('CZ')).token);
    const editor = await listen(
      await server.startSession(await server.addOperator(grantsOf('editor', [regionIdOf('PL')]))),
    );
    await server.newSubmittedProject(1, 'polishOwner');
    expect(await reviewer.waitFor('review PL')).toBe(true);
    await server.newSubmittedProject(1, 'czechOwner');
    // The first event of the Czech reviewer is about Czechia: the Polish products caused none.
    const czechNames = await czechReader.next();
    expect(czechNames?.filter((name) => !name.endsWith(' CZ'))).toEqual([]);
    await sql`insert into list_changes (region_id, list)
      values (${regionIdOf('PL')}, 'contents'), (0, 'contents')`.execute(server.db);
    // The editor got no event about the products, or about a change in all countries.
    expect(await editor.next()).toEqual(['contents PL']);
  });

  test('announces changes by another process, and announces only chats to a weak session', async () => {
    const { console: settings } = server.services.environment;
    if (settings === null) throw new Error('The console has no settings.');
    const other = await buildConsole(server.services, settings);
    const otherAddress = await other.listen({ host: '127.0.0.1', port: 0 });
    const { token } = await server.addReviewer('PL');
    const otherReader = await listen(token, otherAddress);
    const support = await server.addOperator(grantsOf('support', [regionIdOf('PL')]));
    const { first } = await openEvents(await server.startSession(support, 'weak'));
    expect(first).toEqual(['chats PL']);
    await server.newSubmittedProject(1);
    expect(await otherReader.waitFor('review PL')).toBe(true);
    // The reader stays connected. If stopping the server waited for the reader, it would never end.
    await other.close();
    let last: string[] | null = [];
    while (last !== null) last = await otherReader.next();
  });
});

describe('an open stream', () => {
  test('ends when the operator signs out or the session is idle, but not for others', async () => {
    const [leaving, staying] = [await server.addReviewer('PL'), await server.addReviewer('PL')];
    const [endingReader, stayingReader] = [
      await listen(leaving.token),
      await listen(staying.token),
    ];
    await server.operate(sessionCalls.signOutOperator, {}, leaving.token);
    expect(await endingReader.next()).toBeNull();
    await server.newSubmittedProject(1);
    expect(await stayingReader.waitFor('review PL')).toBe(true);
    server.clock.advance(IDLE_MS + 1);
    let last: string[] | null = [];
    while (last !== null) last = await stayingReader.next();
  });

  test('ends when the roles change', async () => {
    const { id, token } = await server.addReviewer('PL');
    const reader = await listen(token);
    await server.db
      .insertInto('operator_grants')
      .values({ operator_id: id, role: 'reviewer', region_id: regionIdOf('CZ') })
      .execute();
    let last: string[] | null = [];
    while (last !== null) last = await reader.next();
    expect((await openEvents(token)).first).toContain('review CZ');
  });

  test('beyond the limit per operator closes their oldest one', async () => {
    const { token } = await server.addReviewer('PL');
    const readers: EventReader[] = [];
    for (let index = 0; index <= STREAMS_PER_PERSON; index += 1) readers.push(await listen(token));
    expect(await readers[0]?.next()).toBeNull();
    await server.newSubmittedProject(1);
    expect(await readers.at(-1)?.waitFor('review PL')).toBe(true);
  });
});

/** Calls a function with each row that a query returns. */
const watchRows = (onRow: (row: Record<string, unknown>) => void): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows) onRow(row);
    return Promise.resolve(result);
  },
});

describe('the recorded changes', () => {
  const change = (db: Kysely<Database> = server.db) =>
    sql`update company_search set sort_name = sort_name where region_id = ${regionIdOf('PL')}`.execute(
      db,
    );

  test('are read once, with one row per transaction, list and country', async () => {
    const read = createChangeReader(server.db);
    await read();
    await server.db.transaction().execute(async (trx) => {
      await change(trx);
      await change(trx);
    });
    const found = (await read()).filter(({ list }) => list === 'companies');
    expect(found).toHaveLength(1);
    expect((await read()).filter(({ list }) => list === 'companies')).toEqual([]);
  });

  test.skipIf(!isOnPostgres)(
    'are read when their transaction commits, even after a later one',
    async () => {
      const read = createChangeReader(server.db);
      await read();
      const { promise: canCommit, resolve: commit } = Promise.withResolvers<undefined>();
      const { promise: hasWritten, resolve: wrote } = Promise.withResolvers<undefined>();
      const slowChange = server.db.transaction().execute(async (trx) => {
        await change(trx);
        wrote(undefined);
        await canCommit;
      });
      await hasWritten;
      await sql`update person_search set sort_name = sort_name`.execute(server.db);
      const lists = async () => (await read()).map(({ list }) => list);
      expect(await lists()).not.toContain('companies');
      commit(undefined);
      await slowChange;
      const after = await lists();
      expect(after).toContain('companies');
      expect(after).not.toContain('people');
    },
  );

  test.skipIf(!isOnPostgres)(
    'are read from the database once, even while a transaction is open',
    async () => {
      const results: unknown[] = [];
      const read = createChangeReader(server.db.withPlugin(watchRows((row) => results.push(row))));
      await read();
      await server.db.transaction().execute(async (trx) => {
        await change(trx);
        await sql`update person_search set sort_name = sort_name`.execute(server.db);
        await read();
        await read();
      });
      await read();
      const isFound = results.map((row) => JSON.stringify(row).includes('"people"'));
      expect(isFound.slice(1)).toEqual([true, false, false]);
    },
  );

  test('are all read again from a restored database, whose transactions have lower ids', async () => {
    await change();
    let isFirst = true;
    const laterSnapshots = watchRows((row) => {
      if (isFirst) row['snapshot'] = '999999999:999999999:';
      isFirst = false;
    });
    const read = createChangeReader(server.db.withPlugin(laterSnapshots));
    const lists = async () => (await read()).map(({ list }) => list);
    expect(await lists()).toContain('companies');
    expect(await lists()).toContain('companies');
    expect(await lists()).toEqual([]);
  });

  test('are deleted after ten minutes', async () => {
    await change();
    await server.db
      .updateTable('list_changes')
      .set({ changed_at: new Date(Date.now() - 11 * MINUTE_MS) })
      .execute();
    await deleteOldChanges(server.db);
    const rows = await server.db.selectFrom('list_changes').selectAll().execute();
    expect(rows).toEqual([]);
  });
});

test('changes of every list of the console are announced, or are known to be rare', () => {
  const rareLists = [
    // These lists change by an operator's own work, or by a job.
    ...['listAudit', 'listAuditOperators', 'listHeldDecisions', 'listUpcomingDates'],
    ...['listFailedMessages', 'readReport', 'listReviewReasons'],
    // These lists only fill forms.
    ...['readCampaign', 'readCountrySettings', 'listProductValues', 'listTierLadders'],
  ];
  const announcedLists = new Set<string>(Object.values(changedLists).flat());
  const lists = Object.values(operatorCalls).filter(
    ({ method, scope }) => method === 'GET' && scope === 'list',
  );
  expect(
    lists
      .map(({ id }) => id)
      .filter((id) => !announcedLists.has(id))
      .toSorted(),
  ).toEqual(rareLists.toSorted());
});
