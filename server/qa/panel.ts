/*
 * Runs in the browser, on the page of `qa-routes.ts`. It imports types only, which are stripped. The local database
 * is read from storage, so that the panel shows what the app would find after a restart.
 */
import type { LoggedEvent, LoggedRequest } from './network-faults.ts';

interface StoredDocument {
  readonly database: string;
  readonly collection: string;
  readonly id: string;
  readonly state: string;
}

const RXDB_NAME = /^rxdb-dexie-(?<database>.+)--\d+--(?<collection>.+)$/;
/** States of documents that the server has accepted. */
const SENT = ['synced', 'sent', 'captured'];
const BALLAST = 'qa-ballast';
const REFRESH_MS = 2_000;
const MEGABYTE = 1_048_576;

function find<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page lacks ${selector}`);
  return found;
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

/** A try of the app to send or load something, as it records it for after a restart. */
interface StoredTry {
  readonly key: object;
  readonly lastTryAt: number;
  readonly lastError: string | null;
  readonly nextTryAt: number | null;
}
type StoredRow = Partial<Record<'uuid' | 'id' | 'state' | '_deleted', string>> & {
  readonly data?: { readonly value?: { readonly queues?: readonly StoredTry[] } };
};

const isDeleted = ({ _deleted: deleted }: StoredRow) => Boolean(deleted) && deleted !== '0';

async function readRows(name: string): Promise<StoredRow[]> {
  const opened = await answerOf(indexedDB.open(name));
  try {
    if (!opened.objectStoreNames.contains('docs')) return [];
    const request: IDBRequest<unknown[]> = opened
      .transaction('docs', 'readonly')
      .objectStore('docs')
      .getAll();
    return (await answerOf(request)) as StoredRow[];
  } finally {
    opened.close();
  }
}

/** What the app has stored on this device, of all accounts. */
interface Stored {
  readonly documents: StoredDocument[];
  readonly tries: StoredTry[];
}

async function readStored(): Promise<Stored> {
  const documents: StoredDocument[] = [];
  const tries: StoredTry[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const { database, collection } = RXDB_NAME.exec(name)?.groups ?? {};
    if (!database || !collection) continue;
    for (const row of await readRows(name)) {
      const { uuid, id, state = '' } = row;
      if (id === 'retry-history') tries.push(...(row.data?.value?.queues ?? []));
      if (!isDeleted(row)) documents.push({ database, collection, id: uuid ?? id ?? '', state });
    }
  }
  return { documents, tries };
}

function showTable(place: Element, heads: readonly string[], rows: readonly string[][]): void {
  if (rows.length === 0) {
    place.replaceChildren('None');
    return;
  }
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const text of heads)
    head.append(Object.assign(document.createElement('th'), { textContent: text }));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.insertCell().textContent = text;
  }
  place.replaceChildren(table);
}

function countBy(documents: readonly StoredDocument[]): string[][] {
  const counts = new Map<string, number>();
  for (const { collection, state } of documents) {
    const key = `${collection}\t${state}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = [...counts.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  return keys.map((key) => [...key.split('\t'), String(counts.get(key))]);
}

async function readRequests(): Promise<LoggedRequest[]> {
  const response = await fetch('/dev/qa/requests');
  return ((await response.json()) as { data: LoggedRequest[] }).data;
}

async function readStorage(): Promise<string[][]> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return [
    ['Used', megabytes(usage)],
    ['Quota', megabytes(quota)],
    ['Persistent', String(await navigator.storage.persisted())],
    ['Databases', String((await indexedDB.databases()).length)],
    ['localStorage keys', String(localStorage.length)],
    ['Service worker', navigator.serviceWorker?.controller ? 'active' : 'none'],
  ];
}

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 19);

/** Asks the app's open tabs for their sync logs; each answers on its own. */
const channel = new BroadcastChannel('qa');
let events: readonly LoggedEvent[] = [];

function askForEvents(): void {
  events = [];
  channel.postMessage('ask');
}

channel.addEventListener('message', ({ data }) => {
  if (!Array.isArray(data)) return;
  events = [...events, ...(data as LoggedEvent[])].toSorted((one, other) => other.at - one.at);
  const lines = events.map(({ at, code, details }) => [timeOf(at), code, details]);
  showTable(find('#events'), ['Time (UTC)', 'Event', 'Details'], lines);
});

const unsentOf = (documents: readonly StoredDocument[]) =>
  documents.filter(({ state }) => state !== '' && !SENT.includes(state));

async function refresh(): Promise<void> {
  askForEvents();
  const [{ documents, tries }, requests, storage] = await Promise.all([
    readStored(),
    readRequests(),
    readStorage(),
  ]);
  const unsent = unsentOf(documents).map(({ collection, id, state }) => [collection, id, state]);
  showTable(find('#outbox'), ['Collection', 'ID', 'State'], unsent);
  showTable(find('#documents'), ['Collection', 'State', 'Count'], countBy(documents));
  const attempts = tries.map(({ key, lastTryAt, lastError, nextTryAt }) => [
    Object.values(key).join(' '),
    timeOf(lastTryAt),
    lastError ?? 'none',
    nextTryAt === null ? 'none' : timeOf(nextTryAt),
  ]);
  showTable(find('#tries'), ['Queue', 'Last try (UTC)', 'Error', 'Next try'], attempts);
  const lines = requests.map(({ at, method, path, fault, status }) => [
    timeOf(at),
    method,
    path,
    fault,
    status === null ? 'no answer' : String(status),
  ]);
  showTable(find('#requests'), ['Time (UTC)', 'Method', 'Path', 'Fault', 'Status'], lines);
  showTable(find('#storage'), ['Storage', 'Value'], storage);
}

const form = find<HTMLFormElement>('#switches');
const selects = [...form.querySelectorAll('select')].filter(({ name }) => name !== 'all');
const all = find<HTMLSelectElement>('[name=all]');
const clock = find<HTMLInputElement>('[name=clock]');
const statusLine = find('#status');

async function saveSwitches(): Promise<void> {
  const network = Object.fromEntries(selects.map(({ name, value }) => [name, value]));
  const response = await fetch('/dev/qa/switches', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, clockOffsetMs: Math.round(clock.valueAsNumber || 0) * 60_000 }),
  });
  statusLine.textContent = response.ok ? 'Switched' : `Not switched: ${response.status}`;
}

async function loadSwitches(): Promise<void> {
  const response = await fetch('/dev/qa/switches');
  const { data } = (await response.json()) as {
    data: { network: Record<string, string>; clockOffsetMs: number };
  };
  for (const select of selects) select.value = data.network[select.name] ?? 'none';
  clock.value = String(data.clockOffsetMs / 60_000);
}

/** Stores random bytes that no browser can compress. */
async function fill(megabytes: number): Promise<void> {
  const request = indexedDB.open(BALLAST, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore('bytes', { autoIncrement: true });
  const database = await answerOf(request);
  try {
    for (let done = 0; done < megabytes; done += 1) {
      const bytes = new Uint8Array(MEGABYTE);
      for (let at = 0; at < MEGABYTE; at += 65_536)
        crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      await answerOf(database.transaction('bytes', 'readwrite').objectStore('bytes').add(bytes));
      statusLine.textContent = `Filled ${done + 1} MB`;
    }
  } catch (error) {
    statusLine.textContent = `The storage is full: ${String(error)}`;
  } finally {
    database.close();
  }
}

/** Downloads what the panel shows; it holds ids and paths, and no content of a document. */
async function exportReport(): Promise<void> {
  const { documents, tries } = await readStored();
  const report = {
    at: new Date().toISOString(),
    userAgent: navigator.userAgent,
    unsent: unsentOf(documents),
    tries: tries.map(({ key, ...attempt }) => ({ kind: Object.values(key)[0], ...attempt })),
    events,
    documents: countBy(documents),
    requests: await readRequests(),
    storage: await readStorage(),
  };
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
  );
  link.download = 'qa-report.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

function run(act: () => Promise<void>): void {
  act().catch((error: unknown) => (statusLine.textContent = String(error)));
}

form.addEventListener('change', ({ target }) => {
  if (target === all && all.value !== '') for (const select of selects) select.value = all.value;
  else if (target !== all) all.value = '';
  run(saveSwitches);
});
form.addEventListener('submit', (event) => event.preventDefault());
find('#refresh').addEventListener('click', () => run(refresh));
find('#export').addEventListener('click', () => run(exportReport));
find('#fill').addEventListener('click', () =>
  run(() => fill(find<HTMLInputElement>('#fill-size').valueAsNumber)),
);
find('#free').addEventListener('click', () => {
  indexedDB.deleteDatabase(BALLAST);
  statusLine.textContent = 'Freed';
});
run(loadSwitches);
run(refresh);
setInterval(() => run(refresh), REFRESH_MS);
