import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { LocalAccount } from '#sync/account.ts';
import { chatOf } from './chat-world.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, projectOf, scanOf, startDevice } from './device.ts';
import {
  readStoredDevice,
  restoreServer,
  restoreStore,
  type StoredDevice,
  type StoredThings,
} from './stored-device.ts';

/** What the tests of the stored device work with, one after the other. */
export let server: ClubServer;
export let stored: StoredDevice;
export let what: StoredThings;
/** From when it was opened. */
export let account: LocalAccount;
let device: Device;

/** Puts the stored device and what its server had in their places; nothing of it is opened yet. */
export function withStoredDevice(): void {
  beforeAll(async () => {
    stored = await readStoredDevice();
    what = stored.what;
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

/** This build opens what the other one left. */
export async function openStoredDevice(): Promise<void> {
  device = await startDevice(server, 'polishOwner');
  account = await device.open();
}

export type ScanName = keyof StoredThings['scans'];
export const scan = (name: ScanName) => scanOf(account, what.scans[name].uuid);
export const lead = async (name: keyof StoredThings['leads']) =>
  (await account.collections.leads.findOne(what.leads[name]).exec())?.toMutableJSON() ?? null;
export const chat = (name: keyof StoredThings['chats']) => chatOf(account, what.chats[name]);
export const project = (name: keyof StoredThings['projects']) =>
  projectOf(account, what.projects[name]);

/** A scan's row on the server as it was when the store was made. */
export const rowThen = (name: ScanName) =>
  stored.server.rows['scans']?.find((row) => row['uuid'] === what.scans[name].uuid) ?? {};

/** Rows of the server as they are now. */
export async function rowsNow(table: string, column: string, id: string) {
  const rows = sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;
  return (await rows.execute(server.app.db)).rows;
}
