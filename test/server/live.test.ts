import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls, streams } from '#schemas/api/calls.ts';
import { collections } from '#schemas/collections.ts';
import { buildApp } from '#server/app.ts';
import { createEventStream } from '#server/live/event-stream.ts';
import { STREAMS_PER_PERSON } from '#server/live/open-streams.ts';
import { type EventReader, readEvents } from './read-events.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

const allCollections = Object.keys(collections).sort();
let server: ScanServer;
let address: string;
const openReaders: EventReader[] = [];
beforeAll(async () => {
  server = await startScanServer();
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const reader of openReaders.splice(0)) reader.close();
});
afterAll(() => server.close());

/** Opens a stream and reads its first event. */
async function listen(token: string, at = address): Promise<EventReader> {
  const reader = await readEvents(at, token);
  openReaders.push(reader);
  expect(await reader.next()).toEqual(allCollections);
  return reader;
}

const freshToken = async (account: AccountKey) => (await server.signInAs(account)).token;

/** Saves over HTTP, as a device does. */
async function save(project: string, account: AccountKey): Promise<void> {
  const response = await fetch(`${address}/api${calls.sendScans.path}`, {
    method: calls.sendScans.method,
    headers: {
      authorization: `Bearer ${await server.tokenOf(account)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ scans: [saveOf(nextSerial(), project)] }),
  });
  expect(response.status).toBe(200);
}

describe('the stream of changes', () => {
  test('needs a session, which is never part of the URL', async () => {
    const response = await server.app.inject('/api/v1/events');
    expect([response.statusCode, response.json()]).toMatchObject([
      401,
      { errors: [{ code: 'unauthorised' }] },
    ]);
    const tokenInUrl = await server.app.inject(
      `/api/v1/events?token=${await server.tokenOf('polishOwner')}`,
    );
    expect(tokenInUrl.statusCode).toBe(401);
  });

  test('starts with all collections, and isn’t cached, buffered or compressed', async () => {
    const { response } = await listen(await server.tokenOf('polishOwner'));
    expect(response.status).toBe(streams.streamChanges.status);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  test("announces a colleague's change with only the names of its collections", async () => {
    const project = await server.newProject('polishOwner');
    const stream = await listen(await server.tokenOf('polishOwner'));
    await save(project, 'polishStaff');
    expect(await stream.next()).toEqual(['projects', 'scans']);
  });

  test("doesn't reveal another company's changes (security 10)", async () => {
    const czechProject = await server.newProject('czechOwner');
    const polishProject = await server.newProject('polishOwner');
    const czechReader = await listen(await server.tokenOf('czechOwner'));
    const polishReader = await listen(await server.tokenOf('polishOwner'));
    await save(czechProject, 'czechOwner');
    expect(await czechReader.next()).toEqual(['projects', 'scans']);
    await server.call(
      calls.createProject,
      { body: { streetName: 'ul. Nowa 2', postalCode: '00-001' } },
      await server.tokenOf('polishOwner'),
    );
    // The first event is about our own project: the other company's scan caused none.
    expect(await polishReader.next()).toEqual(['projects']);
    expect(polishProject).not.toBe(czechProject);
  });

  test('announces writes by another process', async () => {
    const other = await buildApp(server.services);
    const otherAddress = await other.listen({ host: '127.0.0.1', port: 0 });
    const project = await server.newProject('polishOwner');
    const stream = await listen(await server.tokenOf('polishOwner'), otherAddress);
    await save(project, 'polishOwner');
    expect(await stream.next()).toEqual(['projects', 'scans']);
    await other.close();
  });
});

describe('an open stream', () => {
  test('ends when the person signs out, but not for others', async () => {
    const [leftToken, stayingToken] = [
      await freshToken('polishOwner'),
      await freshToken('polishOwner'),
    ];
    const [endingReader, stayingReader] = [await listen(leftToken), await listen(stayingToken)];
    await server.call(calls.signOut, {}, leftToken);
    expect(await endingReader.next()).toBeNull();
    await server.newProject('polishOwner');
    expect(await stayingReader.next()).toEqual(['projects']);
  });

  test('ends when the person is removed from the team', async () => {
    const stream = await listen(await freshToken('polishStaff'));
    const installerUpdate = server.db
      .updateTable('installers')
      .where('id', '=', accounts.polishStaff.id);
    await installerUpdate.set({ active: false }).execute();
    expect(await stream.next()).toBeNull();
    await installerUpdate.set({ active: true }).execute();
  });

  test('that exceeds the limit per person closes their oldest one', async () => {
    const token = await freshToken('decorOwner');
    const streamsOfOne: EventReader[] = [];
    for (let index = 0; index <= STREAMS_PER_PERSON; index += 1)
      streamsOfOne.push(await listen(token));
    expect(await streamsOfOne[0]?.next()).toBeNull();
    await server.newProject('decorOwner');
    expect(await streamsOfOne[1]?.next()).toEqual(['projects']);
    expect(await streamsOfOne.at(-1)?.next()).toEqual(['projects']);
  });

  test('ends when the server stops, and doesn’t delay the stop', async () => {
    const other = await buildApp(server.services);
    const stream = await listen(
      await server.tokenOf('polishOwner'),
      await other.listen({ host: '127.0.0.1', port: 0 }),
    );
    // The reader stays connected. If stopping the server waited for the reader, it would never end.
    await other.close();
    expect(await stream.next()).toBeNull();
  });

  test('is unavailable during maintenance', async () => {
    const closedApp = await buildApp({
      ...server.services,
      environment: { ...server.services.environment, maintenance: true },
    });
    const response = await closedApp.inject({
      url: '/api/v1/events',
      headers: { authorization: `Bearer ${await server.tokenOf('polishOwner')}` },
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '60']);
    await closedApp.close();
  });
});

test('a slow reader gets all changes, and its queue doesn’t grow', () => {
  const names = fc.array(fc.constantFrom(...allCollections), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.array(names, { maxLength: 50 }), { maxLength: 20 }), (namesPerTurn) => {
      const stream = createEventStream((collections) => ({ collections }));
      for (const changes of namesPerTurn) {
        for (const changedName of changes) stream.notify(changedName);
        expect(stream.body.readableLength).toBeLessThan(1024 + 200);
        let eventText = '';
        for (;;) {
          const chunk = stream.body.read() as Buffer | null;
          if (chunk === null) break;
          eventText += chunk.toString();
        }
        const notices = [...eventText.matchAll(/^data: (.*)$/gm)].map(
          ([, data]) => JSON.parse(data ?? '') as { collections: string[] },
        );
        expect(new Set(notices.flatMap((notice) => notice.collections))).toEqual(
          new Set(changes.flat()),
        );
      }
      stream.end();
    }),
  );
});
