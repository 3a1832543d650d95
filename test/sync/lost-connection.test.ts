import { forceCloseDatabase, IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isConnectionLost } from '#sync/store/reconnecting-storage.ts';
import { scanInto, scanOf, waitUntil } from './device.ts';
import { ignoreRejections } from './ignore-rejections.ts';
import { account, reopen, project, server, withOwnDevice } from './own-device.ts';

let openDatabases: Set<IDBDatabase>;
beforeEach(() => {
  openDatabases = watchConnections();
});
withOwnDevice();
// Registered first, so that it runs before the cleanup, which writes.
afterEach(() => {
  vi.restoreAllMocks();
});

/** Excludes RxDB's tab channel in Node. */
const isAccountDatabase = ({ name }: IDBDatabase) =>
  name.startsWith('rxdb-dexie-') || name.startsWith('club-');
/** All connections that start a transaction from now on. */
function watchConnections() {
  const connections = new Set<IDBDatabase>();
  const openTransaction = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...input
  ) {
    if (isAccountDatabase(this)) connections.add(this);
    return openTransaction.apply(this, input);
  });
  return connections;
}
/** Closes every connection and fires the event, like a browser that is low on memory. */
function forceClose() {
  for (const connection of openDatabases) forceCloseDatabase(connection as never);
  openDatabases.clear();
}
const connectionError = () =>
  new DOMException('Connection to Indexed Database server lost. Refresh the page', 'UnknownError');
/** @param times number of transactions that fail because the database process has ended */
function failTransactions(times: number) {
  const openTransaction = vi.mocked(IDBDatabase.prototype.transaction).getMockImplementation();
  let remaining = times;
  vi.mocked(IDBDatabase.prototype.transaction).mockImplementation(function (
    this: IDBDatabase,
    ...input
  ) {
    if (remaining > 0 && isAccountDatabase(this)) {
      remaining -= 1;
      throw connectionError();
    }
    return openTransaction?.apply(this, input) as never;
  });
}
/** Interrupts the next write during its requests, as if the browser had closed the connection. */
function cutNextWrite() {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
    this: IDBObjectStore,
    ...input
  ) {
    const request = put.apply(this, input);
    this.transaction.abort();
    forceCloseDatabase(this.transaction.db as never);
    return request;
  });
}
const waitUntilSent = (id: string) =>
  waitUntil(async () => (await scanOf(account, id))?.state === 'sent');

test('F22: connections closed by the browser are reopened, and work continues', async () => {
  forceClose();
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilSent(id);
  expect(account.status().store).toBe('healthy');
  forceClose();
  const [next = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilSent(next);
  expect(await server.savedScans(project.uuid)).toHaveLength(2);
});

test('F22: connections that stopped working without an event are reopened', async () => {
  for (const connection of openDatabases) connection.close();
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilSent(id);
});

test('F22: a write that fails because the database is closed is repeated, and stored once', async () => {
  server.proxy.isDown = true;
  failTransactions(3);
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  expect(await scanOf(account, id)).toMatchObject({ state: 'waiting' });
  expect((await account.outbox.counts()).kinds.scan.waiting).toBe(1);
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilSent(id);
  expect(await server.savedScans(project.uuid)).toHaveLength(1);
});

test('F22: a write interrupted by the closing connection is repeated, and stored once', async () => {
  server.proxy.isDown = true;
  cutNextWrite();
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  expect(await scanOf(account, id)).toMatchObject({ state: 'waiting' });
  expect((await account.outbox.counts()).kinds.scan.waiting).toBe(1);
  expect(account.status().store).toBe('healthy');
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilSent(id);
  expect(await server.savedScans(project.uuid)).toHaveLength(1);
});

test('F22: a connection that can’t be reopened is reported, nothing appears as saved, and a reload recovers all data', async () => {
  server.proxy.isDown = true;
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  const stopIgnoring = ignoreRejections(isConnectionLost);
  failTransactions(Number.POSITIVE_INFINITY);
  const open = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...input) {
    if (isAccountDatabase({ name: input[0] } as IDBDatabase)) throw connectionError();
    return open.apply(this, input);
  });
  await expect(scanInto(account, project.uuid, await server.serials(1))).rejects.toMatchObject({
    code: 'database_failed',
  });
  await waitUntil(() => account.status().store === 'lost');
  vi.restoreAllMocks();
  openDatabases = watchConnections();
  await account.close();
  await reopen();
  expect(await scanOf(account, id)).toMatchObject({ state: 'waiting' });
  expect(account.status().store).toBe('healthy');
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilSent(id);
  stopIgnoring();
});
