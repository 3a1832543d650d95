import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { toJsonb } from '#server/db/jsonb.ts';
import type { ClubServer } from './club-server.ts';

/*
 * store-of-3.9.4.json holds what product version 3.9.4 left on a device of the Polish owner when the
 * app was closed: every database of the account with all of its rows, the replications' own ones too,
 * and beside that what the server had then. The device had lost its network; before that, the answers
 * to the last requests had been lost. All of it is of 2026-05-04, as the server of the tests is.
 */

const file = new URL('store-of-3.9.4.json', import.meta.url);

/** A device as a build left it, with the server that it had pulled from. */
export interface StoredDevice {
  readonly what: StoredThings;
  readonly databases: readonly StoredDatabase[];
  readonly server: StoredServer;
}

/** One database of IndexedDB. An ArrayBuffer in a row stands as its bytes in base64. */
export interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StoredTable[];
}
interface StoredTable {
  readonly name: string;
  /** Every row has its key in itself. */
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

/** What the server had: the rows that the device's work refers to, in an order in which they may be written. */
export interface StoredServer {
  /** Checkpoints name it. */
  readonly epoch: string;
  readonly companies: readonly Record<string, unknown>[];
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

export interface StoredScan {
  readonly uuid: string;
  /** Null for a generic scan. */
  readonly serial: string | null;
  /** The name of its project; null where it is saved to none. */
  readonly project: keyof StoredThings['projects'] | null;
  /** The key of its photo. */
  readonly photo: string | null;
}

/** The ids of what is in the store, by what has become of it. */
export interface StoredThings {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly projects: {
    /** Synced; most scans are in it. */
    readonly open: string;
    /** Its closing waits for the scan `inClosing`: not released. */
    readonly closing: string;
    /** Its closing was released and tried, and never reached the server. */
    readonly released: string;
    /** Its closing was refused: `project_not_open`. */
    readonly refused: string;
    /** Closed; the points of `inClosed` are in the ledger. */
    readonly closed: string;
    /** Made of the lead `agreed` without the network; the server does not know it. */
    readonly scheduled: string;
  };
  readonly scans: {
    readonly sent: StoredScan;
    readonly sentWithPhoto: StoredScan;
    readonly inClosed: StoredScan;
    /** Captured, and the server said `ok` to it. */
    readonly checked: StoredScan;
    /** Captured, and the server said `unknown_serial` to it. */
    readonly checkedUnknown: StoredScan;
    /** Captured without the network. */
    readonly unchecked: StoredScan;
    readonly capturedWithPhoto: StoredScan;
    /** A tombstone that nobody is told of. */
    readonly capturedRemoved: StoredScan;
    readonly waiting: StoredScan;
    /** Mended while it waited: the edit before is in its `prior_op_ids`. */
    readonly waitingMended: StoredScan;
    /** Its photo is not on the server yet. */
    readonly waitingWithPhoto: StoredScan;
    /** Its photo is on the server, it is not. */
    readonly photoSent: StoredScan;
    /** The server has it, but its answer was lost. */
    readonly unheard: StoredScan;
    /** The server has what it was before it was mended, but its answer was lost. */
    readonly unheardMended: StoredScan;
    /** Sent, then mended twice without the network. */
    readonly sentMended: StoredScan;
    /** Sent, then removed without the network: a tombstone that waits. */
    readonly sentRemoved: StoredScan;
    readonly inClosing: StoredScan;
    readonly inScheduled: StoredScan;
    /** `unknown_serial` */
    readonly refused: StoredScan;
  };
  readonly leads: {
    /** Two edits wait: moved to interested, and noted. It has a draft. */
    readonly waiting: string;
    /** A note that a colleague overtook: `conflict`. */
    readonly refused: string;
    /** Moved to interested, which the server took: one of `sent_edits`. */
    readonly sent: string;
    /** Three edits wait, the last of them the agreement. */
    readonly agreed: string;
    /** The server has its step, but the answer was lost. */
    readonly unheard: string;
  };
  readonly chats: {
    /** Opened without the network, with a second message. */
    readonly opened: string;
    /** With support's answer; of its two unsent messages the server has the first, its answer was lost. */
    readonly replied: string;
    /** Its second message was refused: `invalid_input`. */
    readonly refused: string;
  };
  /** Read without the network. */
  readonly notification: string;
  /** Put off without the network, until then. */
  readonly survey: { readonly uuid: string; readonly delayed_to: string };
  /** The one line of the cart: three pieces. */
  readonly variant: string;
}

export async function readStoredDevice(): Promise<StoredDevice> {
  return JSON.parse(await readFile(file, 'utf8')) as StoredDevice;
}

/**
 * The databases of an account, its photos and those of its replications too, with all of their rows.
 * Nobody may write to them meanwhile.
 * @param prefix what the account's database is called: `club-` and the person's id
 */
export async function dumpStore(prefix: string): Promise<StoredDatabase[]> {
  const all = (await indexedDB.databases()).map(({ name = '' }) => name);
  const found = all.filter(
    (name) => name.startsWith(`rxdb-dexie-${prefix}--`) || name === `${prefix}-photos`,
  );
  const dumps: StoredDatabase[] = [];
  for (const name of found.toSorted()) {
    const database = await answerOf(indexedDB.open(name));
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
  if (keyPath === null) throw new Error(`The keys of ${name} are beside its rows.`);
  const indexes = [...store.indexNames].map((index) => {
    const { name, keyPath, unique, multiEntry } = store.index(index);
    return { name, keyPath, unique, multiEntry };
  });
  const rows = (await answerOf(store.getAll())).map(withText);
  return { name, keyPath, autoIncrement, indexes, rows };
}

/** Puts databases back as they were dumped. There must be none of these names yet. */
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
    (await answerOf(request)).close();
  }
}

/** What the server has that the devices of its companies refer to. */
export async function dumpServer({ app: { db, services } }: ClubServer): Promise<StoredServer> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const table of tables) {
    const { rows: found } = await sql<{
      row: Record<string, unknown>;
    }>`select to_jsonb(it) as row from ${sql.table(table)} it`.execute(db);
    if (found.length > 0) rows[table] = found.map(({ row }) => row);
  }
  const columns = ['id', 'rev', 'accepts_leads', 'availability'] as const;
  const companies = await db.selectFrom('companies').select(columns).orderBy('id').execute();
  return { epoch: services.epoch, companies, rows };
}

/** Gives a new server what the other one had, its epoch and counters too: the checkpoints hold. */
export async function restoreServer(
  { app: { db, services, clock } }: ClubServer,
  { server, what }: Pick<StoredDevice, 'server' | 'what'>,
): Promise<void> {
  clock.set(what.madeAt);
  for (const { id, ...columns } of server.companies) {
    await db.updateTable('companies').set(columns).where('id', '=', String(id)).execute();
  }
  for (const [name, rows] of Object.entries(server.rows)) {
    const table = sql.table(name);
    // By their names: a table may have got more of them since.
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    await sql`insert into ${table} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${table}, ${toJsonb(rows)})`.execute(db);
  }
  const { epoch } = server;
  await db.updateTable('server_state').set({ value: epoch }).where('key', '=', 'epoch').execute();
  // The running server has read it before.
  Object.assign(services, { epoch });
}

/** In an order in which rows may be inserted; the tests' own beginning brings companies and people. */
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

/** How an ArrayBuffer stands in JSON. */
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

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });
}
