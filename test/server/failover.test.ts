import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { openEpochReader } from '#server/db/epoch.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { plainSerials, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';

/*
 * A promoted standby runs on the next timeline, and may lack the newest changes. The epoch must change before any
 * checkpoint of the lost history is accepted. The embedded database has no standby.
 */
describe.runIf(isOnPostgres)('after a failover', () => {
  let server: ScanServer;
  beforeAll(async () => {
    server = await startScanServer();
  });
  afterAll(() => server.close());

  /** Sets the stored timeline to that of the lost primary. */
  const failOver = () =>
    server.services.db
      .updateTable('server_state')
      .set({ value: '7000000000000000000/00000001' })
      .where('key', '=', 'timeline')
      .execute();
  const pull = async (since: string) =>
    server.call(
      calls.listScans,
      { query: { since, limit: 100 } },
      await server.tokenOf('polishOwner'),
    );
  const checkpointOf = async (since: string) => (await pull(since)).result.meta.checkpoint ?? '';
  const readActions = () =>
    server.services.db
      .selectFrom('operator_acts')
      .select(['operator', 'why'])
      .where('command', '=', 'new-epoch')
      .execute();

  test('a running process rejects a valid checkpoint of the lost history, once (F43)', async () => {
    const project = await server.newProject('polishOwner');
    const [serial] = plainSerials;
    if (serial === undefined) throw new Error('There are no serial numbers.');
    const before = await checkpointOf('');
    const scans = [saveOf({ ...serial }, project)];
    await server.call(calls.sendScans, { body: { scans } }, await server.tokenOf('polishOwner'));
    expect((await pull(before)).result.data).toHaveLength(1);

    await failOver();
    expect(await pull(before)).toMatchObject({ status: 409, code: 'checkpoint_stale' });
    const after = await checkpointOf('');
    expect(after.split('.')[0]).not.toBe(before.split('.')[0]);
    expect((await pull(after)).result.data).toEqual([]);
    expect(await readActions()).toEqual([
      { operator: 'database', why: 'PostgreSQL runs on another system or timeline.' },
    ]);
    const ping = await server.call(calls.ping, {});
    expect(ping.result.epoch).toBe(after.split('.')[0]);
  });

  test('several processes that notice it at the same time start one epoch', async () => {
    const { db, logger, clock } = server.services;
    const openReader = () => openEpochReader({ db, logger, clock, isPostgres: true });
    const readers = await Promise.all([openReader(), openReader(), openReader(), openReader()]);
    const startedEpochs = await readActions();
    await failOver();
    const epochs = await Promise.all(readers.map((reader) => reader.current()));
    expect(new Set(epochs).size).toBe(1);
    expect(await readActions()).toHaveLength(startedEpochs.length + 1);
  });

  test('an epoch renewed by an operator applies to running processes', async () => {
    const before = await checkpointOf('');
    const epoch = randomUUID();
    await server.services.db
      .updateTable('server_state')
      .set({ value: epoch })
      .where('key', '=', 'epoch')
      .execute();
    expect((await server.call(calls.ping, {})).result.epoch).toBe(epoch);
    expect(await pull(before)).toMatchObject({ status: 409, code: 'checkpoint_stale' });
    expect((await checkpointOf('')).split('.')[0]).toBe(epoch);
  });
});

describe.runIf(isOnPostgres)('the epoch reader', () => {
  let server: ScanServer;
  beforeAll(async () => {
    server = await startScanServer();
  });
  afterAll(() => server.close());

  test('starts without a readable timeline, and warns once', async () => {
    const { db, clock } = server.services;
    const warnings: string[] = [];
    const logger = { warn: (message: string) => warnings.push(message) };
    const withoutTimeline = db.withPlugin({
      transformQuery: ({ node }) => {
        if (!JSON.stringify(node).includes('pg_control_system')) return node;
        throw Object.assign(new Error('wal_level must be set to logical'), { code: '55000' });
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const options = { db: withoutTimeline, logger: logger as never, clock, isPostgres: true };
    const reader = await openEpochReader(options);
    expect(await reader.current()).toBe(await reader.currentOrLast());
    expect(warnings).toHaveLength(1);
  });

  test('doesn’t delay a ping if the database doesn’t respond', async () => {
    const { db, logger, clock } = server.services;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isHanging = false;
    const hangingDatabase = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isHanging) await released;
        return result;
      },
    });
    const reader = await openEpochReader({ db: hangingDatabase, logger, clock, isPostgres: true });
    const knownEpoch = await reader.current();
    isHanging = true;
    expect(await reader.currentOrLast()).toBe(knownEpoch);
    release();
  });
});
