import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { toJsonb } from '#server/db/jsonb.ts';
import type { ClubServer } from './club-server.ts';

/**
 * store-of-3.9.4.json is a dump of the Polish owner's device with version 3.9.4 after the app was closed: all databases
 * of the account with all rows, including those of the replications, and the server's data at that time. The device had
 * lost its network, and before that the responses to its last requests. All data is from 2026-05-04, from the test
 * server.
 */

const file = new URL('store-of-3.9.4.json', import.meta.url);

/** A device dumped from an older build, with its server. */
export interface StoredDevice {
  readonly ids: StoredIds;
  readonly databases: readonly StoredDatabase[];
  readonly server: StoredServer;
}

/** One IndexedDB database. ArrayBuffers are stored as base64. */
export interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StoredTable[];
}
interface StoredTable {
  readonly name: string;
  /** All object stores use in-line keys. */
  readonly keyPath: string | string[];
  readonly autoIncrement: boolean;
  readonly indexes: readonly StoredIndex[];
  readonly rows: readonly unknown[];
}
interface StoredIndex {
  readonly name: string;
  readonly keyPath: string | string[];
  readonly unique: boolean;
  readonly multiEntry: boolean;
}

/** Server rows that the device's work refers to, in insertion order. */
export interface StoredServer {
  /** Part of each checkpoint. */
  readonly epoch: string;
  readonly companies: readonly Record<string, unknown>[];
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

export interface StoredScan {
  readonly uuid: string;
  /** Null for a generic scan. */
  readonly serial: string | null;
  /** Name of its project; null if unsaved. */
  readonly project: keyof StoredIds['projects'] | null;
  /** Name of its photo. */
  readonly photo: string | null;
}

/** Ids of the stored documents, named by their state. */
export interface StoredIds {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly projects: {
    /** Synced; contains most scans. */
    readonly open: string;
    /** Its closing is held by the scan `inClosing`. */
    readonly closing: string;
    /** Its closing was released and tried, but never reached the server. */
    readonly released: string;
    /** Its closing was rejected: `project_not_open`. */
    readonly refused: string;
    /** Closed; the points of `inClosedProject` are in the ledger. */
    readonly closed: string;
    /** Created offline from the lead `agreed`; unknown to the server. */
    readonly scheduled: string;
  };
  readonly scans: {
    readonly sent: StoredScan;
    readonly sentWithPhoto: StoredScan;
    readonly inClosedProject: StoredScan;
    /** Captured; the server's check was `ok`. */
    readonly checked: StoredScan;
    /** Captured; the server's check was `unknown_serial`. */
    readonly checkedUnknown: StoredScan;
    /** Captured offline. */
    readonly unchecked: StoredScan;
    readonly capturedWithPhoto: StoredScan;
    /** A tombstone that is never sent. */
    readonly capturedRemoved: StoredScan;
    readonly waiting: StoredScan;
    /** Edited while waiting: the previous edit is in its `prior_op_ids`. */
    readonly waitingCorrected: StoredScan;
    /** Its photo isn't on the server yet. */
    readonly waitingWithPhoto: StoredScan;
    /** Its photo is on the server, the scan isn't. */
    readonly photoSent: StoredScan;
    /** The server has it, but the response was lost. */
    readonly unacknowledged: StoredScan;
    /** The server has its previous version, but the response to that was lost. */
    readonly unacknowledgedCorrected: StoredScan;
    /** Sent, then edited twice offline. */
    readonly sentCorrected: StoredScan;
    /** Sent, then removed offline: a waiting tombstone. */
    readonly sentRemoved: StoredScan;
    readonly inClosing: StoredScan;
    readonly inScheduled: StoredScan;
    /** Rejected: `unknown_serial`. */
    readonly refused: StoredScan;
  };
  readonly leads: {
    /** Two waiting edits: moved to interested, and a note. It has a draft. */
    readonly waiting: string;
    /** A note in conflict with a colleague's edit: `conflict`. */
    readonly refused: string;
    /** Moved to interested, accepted by the server: one of `sent_edits`. */
    readonly sent: string;
    /** Three waiting edits, the last one the agreement. */
    readonly agreed: string;
    /** The server has the step, but the response was lost. */
    readonly unacknowledged: string;
  };
  readonly chats: {
    /** Opened offline, with a second message. */
    readonly opened: string;
    /** With support's reply. The server has the first of its two unsent messages, but the response was lost. */
    readonly replied: string;
    /** Its second message was rejected: `invalid_input`. */
    readonly refused: string;
  };
  /** Read offline. */
  readonly notification: string;
  /** Postponed offline until `delayed_to`. */
  readonly survey: { readonly uuid: string; readonly delayed_to: string };
  /** The only cart line: quantity three. */
  readonly variant: string;
}

export async function readStoredDevice(): Promise<StoredDevice> {
  return JSON.parse(await readFile(file, 'utf8')) as StoredDevice;
}

/**
 * Dumps all databases of an account, including photos and replication metadata. Nothing may write in the meantime.
 * @param prefix of the account's database: `club-` and the user id
 */
export async function dumpStore(prefix: string): Promise<StoredDatabase[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const accountDatabases = names.filter(
    (name) => name.startsWith(`rxdb-dexie-${prefix}--`) || name === `${prefix}-photos`,
  );
  const dumps: StoredDatabase[] = [];
  for (const name of accountDatabases.toSorted()) {
    const database = await resultOf(indexedDB.open(name));
    const stores: StoredTable[] = [];
    for (const store of database.objectStoreNames) {
      stores.push(await dumpTable(database.transaction(store).objectStore(store)));
    }
    dumps.push({ name, version: database.version, stores });
    database.close();
  }
  return dumps;
}

async function dumpTable(store: IDBObjectStore): Promise<StoredTable> {
  const { name, keyPath, autoIncrement } = store;
  if (keyPath === null) throw new Error(`The object store ${name} has keys outside its rows.`);
  const indexes = [...store.indexNames].map((index) => {
    const { name, keyPath, unique, multiEntry } = store.index(index);
    return { name, keyPath, unique, multiEntry };
  });
  const rows = (await resultOf(store.getAll())).map(withText);
  return { name, keyPath, autoIncrement, indexes, rows };
}

/** Restores dumped databases. None with these names may exist. */
export async function restoreStore(databases: readonly StoredDatabase[]): Promise<void> {
  for (const { name, version, stores } of databases) {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const table of stores) {
        const { keyPath, autoIncrement } = table;
        const store = request.result.createObjectStore(table.name, { keyPath, autoIncrement });
        for (const { name: index, keyPath: path, ...options } of table.indexes)
          store.createIndex(index, path, options);
        for (const row of table.rows) store.add(withBytes(row));
      }
    };
    (await resultOf(request)).close();
  }
}

/** Dumps the server's rows that its companies' devices refer to. */
export async function dumpServer({ app: { db, services } }: ClubServer): Promise<StoredServer> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const table of tables) {
    const { rows: storedRows } = await sql<{
      row: Record<string, unknown>;
    }>`select to_jsonb(it) as row from ${sql.table(table)} it`.execute(db);
    if (storedRows.length > 0) rows[table] = storedRows.map(({ row }) => row);
  }
  const columns = ['id', 'rev', 'accepts_leads', 'availability'] as const;
  const companies = await db.selectFrom('companies').select(columns).orderBy('id').execute();
  return { epoch: await services.epoch.current(), companies, rows };
}

/** Restores the dump into a new server, including epoch and counters, so that checkpoints stay valid. */
export async function restoreServer(
  { app: { db, clock } }: ClubServer,
  { server, ids }: Pick<StoredDevice, 'server' | 'ids'>,
): Promise<void> {
  clock.set(ids.createdAt);
  for (const { id, ...columns } of server.companies) {
    await db.updateTable('companies').set(columns).where('id', '=', String(id)).execute();
  }
  for (const [name, rows] of Object.entries(server.rows)) {
    const table = sql.table(name);
    // By column name: newer tables may have more columns.
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    await sql`insert into ${table} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${table}, ${toJsonb(rows)})`.execute(db);
  }
  const { epoch } = server;
  await db.updateTable('server_state').set({ value: epoch }).where('key', '=', 'epoch').execute();
}

/** In insertion order; the test setup has already created companies and people. */
const tables = [
  'registry',
  'projects',
  'scans',
  'scan_graves',
  'ledger',
  'photos',
  'leads',
  'lead_edits',
  'notifications',
  'survey_invitations',
  'support_chats',
  'support_messages',
  'region_counters',
  'shop_products',
  'shop_variants',
];

/** JSON form of an ArrayBuffer. */
interface Base64 {
  readonly $base64: string;
}

function withText(row: object): Record<string, unknown> {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof ArrayBuffer ? { $base64: Buffer.from(value).toString('base64') } : value,
  ]);
  return Object.fromEntries(columns) as Record<string, unknown>;
}

function withBytes(row: unknown): Record<string, unknown> {
  const isBytes = (value: unknown): value is Base64 =>
    typeof value === 'object' && value !== null && '$base64' in value;
  const columns = Object.entries(row as object).map(([name, value]) => [
    name,
    isBytes(value) ? new Uint8Array(Buffer.from(value.$base64, 'base64')).buffer : value,
  ]);
  return Object.fromEntries(columns) as Record<string, unknown>;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no response'));
  });
}
