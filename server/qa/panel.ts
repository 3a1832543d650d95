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
const SENT_STATES = ['synced', 'sent', 'captured'];
const BALLAST_DATABASE = 'qa-ballast';
const REFRESH_MS = 2_000;
const MEGABYTE = 1_048_576;

function findElement<Found extends Element>(selector: string): Found {
  const element = document.querySelector<Found>(selector);
  if (!element) throw new Error(`The page lacks ${selector}`);
  return element;
}

function awaitRequest<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

/** The app's latest attempt to send or load something, stored for the next start. */
interface StoredAttempt {
  readonly key: object;
  readonly lastTryAt: number;
  readonly lastError: string | null;
  readonly nextTryAt: number | null;
}
type StoredRow = Partial<Record<'uuid' | 'id' | 'state' | '_deleted', string>> & {
  readonly data?: { readonly value?: { readonly queues?: readonly StoredAttempt[] } };
};

const isDeleted = ({ _deleted: deleted }: StoredRow) => Boolean(deleted) && deleted !== '0';

async function readRows(name: string): Promise<StoredRow[]> {
  const database = await awaitRequest(indexedDB.open(name));
  try {
    if (!database.objectStoreNames.contains('docs')) return [];
    const request: IDBRequest<unknown[]> = database
      .transaction('docs', 'readonly')
      .objectStore('docs')
      .getAll();
    return (await awaitRequest(request)) as StoredRow[];
  } finally {
    database.close();
  }
}

/** All accounts' data that the app has stored on this device. */
interface StoredData {
  readonly documents: StoredDocument[];
  readonly attempts: StoredAttempt[];
}

async function readStoredData(): Promise<StoredData> {
  const documents: StoredDocument[] = [];
  const attempts: StoredAttempt[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const { database, collection } = RXDB_NAME.exec(name)?.groups ?? {};
    if (!database || !collection) continue;
    for (const row of await readRows(name)) {
      const { uuid, id, state = '' } = row;
      if (id === 'retry-history') attempts.push(...(row.data?.value?.queues ?? []));
      if (!isDeleted(row)) documents.push({ database, collection, id: uuid ?? id ?? '', state });
    }
  }
  return { documents, attempts };
}

function showTable(target: Element, headings: readonly string[], rows: readonly string[][]): void {
  if (rows.length === 0) {
    target.replaceChildren('None');
    return;
  }
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const text of headings)
    head.append(Object.assign(document.createElement('th'), { textContent: text }));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.insertCell().textContent = text;
  }
  target.replaceChildren(table);
}

function countByState(documents: readonly StoredDocument[]): string[][] {
  const counts = new Map<string, number>();
  for (const { collection, state } of documents) {
    const key = `${collection}\t${state}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = [...counts.keys()].toSorted((a, b) => (a < b ? -1 : 1));
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

const formatTime = (time: number) => new Date(time).toISOString().slice(11, 19);

/** Connects to the app's open tabs, which each respond with their sync log. */
const channel = new BroadcastChannel('qa');
let events: readonly LoggedEvent[] = [];

function requestEvents(): void {
  events = [];
  channel.postMessage('request-events');
}

channel.addEventListener('message', ({ data }) => {
  if (!Array.isArray(data)) return;
  events = [...events, ...(data as LoggedEvent[])].toSorted((a, b) => b.time - a.time);
  const lines = events.map(({ time, code, details }) => [formatTime(time), code, details]);
  showTable(findElement('#events'), ['Time (UTC)', 'Event', 'Details'], lines);
});

const filterUnsent = (documents: readonly StoredDocument[]) =>
  documents.filter(({ state }) => state !== '' && !SENT_STATES.includes(state));

async function refresh(): Promise<void> {
  requestEvents();
  const [{ documents, attempts }, requests, storage] = await Promise.all([
    readStoredData(),
    readRequests(),
    readStorage(),
  ]);
  const unsentRows = filterUnsent(documents).map(({ collection, id, state }) => [
    collection,
    id,
    state,
  ]);
  showTable(findElement('#outbox'), ['Collection', 'ID', 'State'], unsentRows);
  showTable(findElement('#documents'), ['Collection', 'State', 'Count'], countByState(documents));
  const attemptRows = attempts.map(({ key, lastTryAt, lastError, nextTryAt }) => [
    Object.values(key).join(' '),
    formatTime(lastTryAt),
    lastError ?? 'none',
    nextTryAt === null ? 'none' : formatTime(nextTryAt),
  ]);
  showTable(findElement('#tries'), ['Queue', 'Last try (UTC)', 'Error', 'Next try'], attemptRows);
  const lines = requests.map(({ time, method, path, fault, status }) => [
    formatTime(time),
    method,
    path,
    fault,
    status === null ? 'no response' : String(status),
  ]);
  showTable(findElement('#requests'), ['Time (UTC)', 'Method', 'Path', 'Fault', 'Status'], lines);
  showTable(findElement('#storage'), ['Storage', 'Value'], storage);
}

const form = findElement<HTMLFormElement>('#switches');
const selects = [...form.querySelectorAll('select')].filter(({ name }) => name !== 'all');
const allSelect = findElement<HTMLSelectElement>('[name=all]');
const clockInput = findElement<HTMLInputElement>('[name=clock]');
const statusLine = findElement('#status');

async function saveSwitches(): Promise<void> {
  const network = Object.fromEntries(selects.map(({ name, value }) => [name, value]));
  const response = await fetch('/dev/qa/switches', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      network,
      clockOffsetMs: Math.round(clockInput.valueAsNumber || 0) * 60_000,
    }),
  });
  statusLine.textContent = response.ok ? 'Switched' : `Not switched: ${response.status}`;
}

async function loadSwitches(): Promise<void> {
  const response = await fetch('/dev/qa/switches');
  const { data } = (await response.json()) as {
    data: { network: Record<string, string>; clockOffsetMs: number };
  };
  for (const select of selects) select.value = data.network[select.name] ?? 'none';
  clockInput.value = String(data.clockOffsetMs / 60_000);
}

/** Stores random bytes that no browser can compress. */
async function fillStorage(megabytes: number): Promise<void> {
  const request = indexedDB.open(BALLAST_DATABASE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore('bytes', { autoIncrement: true });
  const database = await awaitRequest(request);
  try {
    for (let filledBytes = 0; filledBytes < megabytes; filledBytes += 1) {
      const bytes = new Uint8Array(MEGABYTE);
      for (let start = 0; start < MEGABYTE; start += 65_536)
        crypto.getRandomValues(bytes.subarray(start, start + 65_536));
      await awaitRequest(
        database.transaction('bytes', 'readwrite').objectStore('bytes').add(bytes),
      );
      statusLine.textContent = `Filled ${filledBytes + 1} MB`;
    }
  } catch (error) {
    statusLine.textContent = `The storage is full: ${String(error)}`;
  } finally {
    database.close();
  }
}

/** Downloads the panel's data; it contains ids and paths, but no document content. */
async function exportReport(): Promise<void> {
  const { documents, attempts } = await readStoredData();
  const report = {
    time: new Date().toISOString(),
    userAgent: navigator.userAgent,
    unsent: filterUnsent(documents),
    attempts: attempts.map(({ key, ...attempt }) => ({ kind: Object.values(key)[0], ...attempt })),
    events,
    documents: countByState(documents),
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

function runAndReport(action: () => Promise<void>): void {
  action().catch((error: unknown) => (statusLine.textContent = String(error)));
}

form.addEventListener('change', ({ target }) => {
  if (target === allSelect && allSelect.value !== '')
    for (const select of selects) select.value = allSelect.value;
  else if (target !== allSelect) allSelect.value = '';
  runAndReport(saveSwitches);
});
form.addEventListener('submit', (event) => event.preventDefault());
findElement('#refresh').addEventListener('click', () => runAndReport(refresh));
findElement('#export').addEventListener('click', () => runAndReport(exportReport));
findElement('#fill').addEventListener('click', () =>
  runAndReport(() => fillStorage(findElement<HTMLInputElement>('#fill-size').valueAsNumber)),
);
findElement('#free').addEventListener('click', () => {
  indexedDB.deleteDatabase(BALLAST_DATABASE);
  statusLine.textContent = 'Freed';
});
runAndReport(loadSwitches);
runAndReport(refresh);
setInterval(() => runAndReport(refresh), REFRESH_MS);
