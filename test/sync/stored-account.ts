import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { LocalAccount } from '#sync/account.ts';
import { chatOf } from './chat-fixture.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, projectOf, scanOf, startDevice } from './device.ts';
import {
  readStoredDevice,
  restoreServer,
  restoreStore,
  type StoredDevice,
  type StoredIds,
} from './stored-device.ts';

/** Shared fixtures of the stored-device tests, which run in order. */
export let server: ClubServer;
export let stored: StoredDevice;
export let storedIds: StoredIds;
/** Set once the device is opened. */
export let account: LocalAccount;
let device: Device;

/** Restores the stored device and its server; nothing is opened yet. */
export function withStoredDevice(): void {
  beforeAll(async () => {
    stored = await readStoredDevice();
    storedIds = stored.ids;
    server = await startClubServer();
    await restoreServer(server, stored);
    await restoreStore(stored.databases);
  });
  afterAll(async () => {
    await device.close();
    await account.erase();
    await server.close();
  });
}

/** Opens the older build's store with this build. */
export async function openStoredDevice(): Promise<void> {
  device = await startDevice(server, 'polishOwner');
  account = await device.open();
}

export type ScanName = keyof StoredIds['scans'];
export const scan = (name: ScanName) => scanOf(account, storedIds.scans[name].uuid);
export const lead = async (name: keyof StoredIds['leads']) =>
  (await account.collections.leads.findOne(storedIds.leads[name]).exec())?.toMutableJSON() ?? null;
export const chat = (name: keyof StoredIds['chats']) => chatOf(account, storedIds.chats[name]);
export const project = (name: keyof StoredIds['projects']) =>
  projectOf(account, storedIds.projects[name]);

/** The server's scan row at the time of the dump. */
export const rowBefore = (name: ScanName) =>
  stored.server.rows['scans']?.find((row) => row['uuid'] === storedIds.scans[name].uuid) ?? {};

/** Returns the server's current rows. */
export async function rowsNow(table: string, column: string, id: string) {
  const rows = sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;
  return (await rows.execute(server.app.db)).rows;
}
