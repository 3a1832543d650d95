/** Compares the app's store with other stores that do the same work: saving scans offline, and sending them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { CapturedScan } from '#sync/entities/scans/scan-events.ts';
import { type Club, openClub, type SignedIn } from '#test/e2e-fixtures/club.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { buildStoreSite } from '#test/e2e-fixtures/store-site.ts';
import { root } from '#test/setup/source-tree.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs, makeProjects, simpleSerials, toCapturedScan } from './device-load.ts';
import { installPeers } from './install-peers.ts';
import { peerKilobytes } from './peers/peer-size.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const PEER_PAGE = 'test/bench/peers/peer-page.html';
const PROJECTS = 500;
const SCANS = Number(process.env['SCANS'] ?? 10_000);
/** Number of scans saved one by one, to the first project. */
const SAVES = 100;
/** Number of scans per transaction and project when filling the device. */
const FILL = 250;
const DELAY_MS = 50;
const OPENINGS = 5;
const SLOW_CPU = 4;
/** Rounds with lost responses, and the scans of each. */
const LOSS = { rounds: 40, scans: 25, share: 0.2 };

/** A store and its remarks on figures that need one. */
interface Peer {
  /** Its module, `test/bench/peers/<store>.ts`. */
  readonly store: string;
  readonly name: string;
  readonly sendNote?: string;
  readonly pullNote?: string;
}

interface Measurement {
  readonly saves: readonly number[];
  readonly updates: readonly number[];
  /** Bytes that the unsent scans add to the databases. */
  readonly bytes: number;
  readonly openings: readonly number[];
  readonly heapBytes: number;
  readonly sendSeconds: number;
  readonly pullSeconds: number;
  readonly lost: number;
  readonly doubled: number;
  readonly lostResponses: number;
}

export async function run(): Promise<BenchRow[]> {
  const packages = join(installPeers(), 'node_modules');
  const alias = Object.fromEntries(
    ['@tanstack/db', '@tanstack/offline-transactions', 'pouchdb-browser'].map((name) => [
      name,
      join(packages, name),
    ]),
  );
  const versionIn = (folder: string, name: string) =>
    (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string })
      .version;
  const ownPackages = join(root, 'node_modules');
  const peers: readonly Peer[] = [
    {
      store: 'own-store',
      name: 'this app',
      sendNote: 'with pulls, live queries and the coordination of tabs',
    },
    {
      store: 'rxdb-replication',
      name: `RxDB ${versionIn(ownPackages, 'rxdb')} with its replication`,
      sendNote: 'pulls too; keeps a copy of each sent scan',
    },
    {
      store: 'dexie-outbox',
      name: `hand-written outbox on Dexie ${versionIn(ownPackages, 'dexie')}`,
      sendNote: 'no conflicts, no pulls while sending, one tab',
    },
    {
      store: 'pouchdb',
      name: `outbox on PouchDB ${versionIn(packages, 'pouchdb-browser')}`,
      sendNote: 'its replication needs CouchDB, so an outbox sends its changes',
    },
    {
      store: 'tanstack-db',
      name: `TanStack DB ${versionIn(packages, '@tanstack/db')} with offline transactions`,
      sendNote: `one request per transaction: ${SAVES} of 1 and the others of ${FILL} scans`,
      pullNote: 'in memory only',
    },
  ];
  const site = await buildStoreSite([PEER_PAGE], alias);
  try {
    const rows: BenchRow[] = [];
    for (const peer of peers.filter(({ store }) => isChosen(store))) {
      const club = await openClub({ APP_DIR: site.appDirectory });
      try {
        const measurement = await measure(peer, club);
        rows.push(...rowsOf(peer, measurement, await peerKilobytes(peer.store, alias)));
      } finally {
        await club.close();
      }
    }
    return rows;
  } finally {
    site.dispose();
  }
}

/** `STORES=pouchdb,dexie-outbox` measures only these. */
function isChosen(store: string): boolean {
  return process.env['STORES']?.split(',').includes(store) ?? true;
}

/** A page of the store on a phone of the signed-in owner. */
interface PeerPhone {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly setOffline: (isOffline: boolean) => Promise<void>;
  /** Loads the page's code without opening the store. */
  readonly load: () => Promise<void>;
}

async function measure(peer: Peer, club: Club): Promise<Measurement> {
  const log = startProgress(peer.name);
  const owner = await club.as('polishOwner');
  const projectIds = await makeProjects(owner, PROJECTS);
  const scans = simpleSerials(SCANS + LOSS.rounds * LOSS.scans).map(toCapturedScan);
  const offline = await onPhone(peer, club, async (phone) => {
    const filled = await fill(phone, scans.slice(0, SCANS), projectIds);
    log('the phone is full of unsent scans');
    const opened = await openOften(phone, projectIds);
    const sendSeconds = await send(phone, club, projectIds);
    log(`sent in ${sendSeconds.toFixed(1)} s`);
    return { ...filled, ...opened, sendSeconds };
  });
  const products = await countProducts(owner, projectIds);
  if (products !== SCANS) throw new Error(`The server has ${products} of ${SCANS} products.`);
  const online = await onPhone(peer, club, async (phone) => {
    const pullSeconds = await pull(phone, projectIds);
    log(`pulled in ${pullSeconds.toFixed(1)} s`);
    const lostResponses = await sendWithLosses(phone, club, scans.slice(SCANS), projectIds);
    return { pullSeconds, lostResponses };
  });
  const surplus = (await countProducts(owner, projectIds)) - scans.length;
  log('sent with lost responses');
  return { ...offline, ...online, lost: Math.max(0, -surplus), doubled: Math.max(0, surplus) };
}

async function onPhone<Result>(
  { store }: Peer,
  club: Club,
  work: (phone: PeerPhone) => Promise<Result>,
): Promise<Result> {
  const { page, context, dispose } = await openPhone();
  try {
    await signIn(club, page, 'polishOwner');
    await waitUntilInstalled(page);
    return await work({
      page,
      devtools: await context.newCDPSession(page),
      setOffline: (isOffline) => context.setOffline(isOffline),
      async load() {
        await context.setOffline(false);
        await page.goto(`${club.url}/${PEER_PAGE}?store=${store}`);
        await page.waitForFunction(() => window.peer !== undefined, null, { timeout: 60_000 });
      },
    });
  } finally {
    await dispose();
  }
}

/** Pulls the projects, and saves all scans offline. */
async function fill(
  { page, load, setOffline }: PeerPhone,
  scans: readonly CapturedScan[],
  projectIds: readonly string[],
) {
  await load();
  const [firstProject = ''] = projectIds;
  await openPeer(page, firstProject, 0);
  await page.evaluate((projects) => window.peer?.pull({ projects, scans: 0 }), PROJECTS);
  await setOffline(true);
  const bytesBefore = await readDatabaseBytes(page);
  const each = await page.evaluate(
    ([first, projectId]) => window.peer?.saveEach(first, projectId),
    [scans.slice(0, SAVES), firstProject] as const,
  );
  for (let from = SAVES; from < scans.length; from += FILL) {
    const projectId = projectIds[Math.ceil(from / FILL)] ?? '';
    await saveAll(page, scans.slice(from, from + FILL), projectId);
  }
  const bytes = (await readDatabaseBytes(page)) - bytesBefore;
  return { saves: each?.saves ?? [], updates: each?.updates ?? [], bytes };
}

/** Opens the full store offline several times on a slow processor. */
async function openOften(
  { page, devtools, load, setOffline }: PeerPhone,
  [firstProject = '']: readonly string[],
) {
  const openings: number[] = [];
  let heapBytes = 0;
  for (let count = 0; count < OPENINGS; count += 1) {
    await load();
    await setOffline(true);
    const heapBefore = await readHeapBytes(devtools);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
    openings.push(await openPeer(page, firstProject, SAVES));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    heapBytes = (await readHeapBytes(devtools)) - heapBefore;
  }
  return { openings, heapBytes };
}

/** Returns the seconds from the network's return until everything is sent. */
async function send(
  { page, load, setOffline }: PeerPhone,
  { proxy }: Club,
  [firstProject = '']: readonly string[],
): Promise<number> {
  await load();
  await setOffline(true);
  await openPeer(page, firstProject, SAVES);
  proxy.latencyMs = DELAY_MS;
  const start = performance.now();
  await setOffline(false);
  await page.evaluate(() => window.peer?.send());
  proxy.latencyMs = 0;
  return (performance.now() - start) / 1000;
}

/** Returns the seconds until a new phone has all projects and scans. */
async function pull(
  { page, load }: PeerPhone,
  [firstProject = '']: readonly string[],
): Promise<number> {
  await load();
  const start = performance.now();
  await openPeer(page, firstProject, 0);
  await page.evaluate((counts) => window.peer?.pull(counts), { projects: PROJECTS, scans: SCANS });
  return (performance.now() - start) / 1000;
}

/**
 * Saves and sends scans while a fifth of the responses is lost after the server has committed.
 * @returns the number of lost responses
 */
async function sendWithLosses(
  { page }: PeerPhone,
  { proxy }: Club,
  scans: readonly CapturedScan[],
  [, projectId = '']: readonly string[],
): Promise<number> {
  let requests = 0;
  let lost = 0;
  // Otherwise Chromium itself resends requests on a reused connection.
  proxy.keepsAlive = false;
  proxy.losesResponse = ({ path }) => {
    if (!path.endsWith(calls.sendScans.path)) return false;
    requests += 1;
    const isLost = Math.floor(requests * LOSS.share) > lost;
    if (isLost) lost += 1;
    return isLost;
  };
  for (let from = 0; from < scans.length; from += LOSS.scans) {
    await saveAll(page, scans.slice(from, from + LOSS.scans), projectId);
    await page.evaluate(() => window.peer?.send());
  }
  proxy.losesResponse = () => false;
  return lost;
}

async function openPeer(page: Page, projectId: string, count: number): Promise<number> {
  const ms = await page.evaluate(([id, scans]) => window.peer?.open(id, scans), [
    projectId,
    count,
  ] as const);
  return ms ?? Number.NaN;
}

async function saveAll(page: Page, scans: readonly CapturedScan[], projectId: string) {
  await page.evaluate(([all, id]) => window.peer?.saveAll(all, id), [scans, projectId] as const);
}

async function countProducts(owner: SignedIn, projectIds: readonly string[]): Promise<number> {
  let count = 0;
  for (let since = ''; ;) {
    const { data, meta } = await owner.call(calls.listProjects, {
      query: { since, limit: PROJECTS },
    });
    const ownProjects = data.filter(({ uuid }) => projectIds.includes(uuid));
    count += ownProjects.reduce((sum, { products_count }) => sum + products_count, 0);
    if (data.length === 0 || meta.checkpoint === undefined) return count;
    since = meta.checkpoint;
  }
}

async function readHeapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** Returns the size of the origin's IndexedDB databases. */
function readDatabaseBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Only Chromium returns these details, which TypeScript's types lack.
    const estimate = (await navigator.storage.estimate()) as {
      usageDetails?: { indexedDB?: number };
    };
    return estimate.usageDetails?.indexedDB ?? Number.NaN;
  });
}

function rowsOf(peer: Peer, measurement: Measurement, kilobytes: number): BenchRow[] {
  const { saves, updates, openings, lost, doubled, lostResponses } = measurement;
  const count = SCANS.toLocaleString('en');
  const row = (figure: string, result: string, note: string): BenchRow => ({
    figure: `${peer.name}: ${figure}`,
    goal: '–',
    met: null,
    result,
    note,
  });
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return [
    row(
      'a scan saved to a project until durable, p95',
      formatMs(percentile(saves, 0.95)),
      `${SAVES} one after the other; median ${formatMs(percentile(saves, 0.5))}`,
    ),
    row(
      'a saved scan in a live list, p95',
      formatMs(percentile(updates, 0.95)),
      `median ${formatMs(percentile(updates, 0.5))}`,
    ),
    row(
      `opening offline with ${count} unsent scans until a list of ${SAVES}, CPU ÷ ${SLOW_CPU}`,
      formatMs(percentile(openings, 0.5)),
      `median of ${OPENINGS}; slowest ${formatMs(Math.max(...openings))}`,
    ),
    row(`memory with ${count} unsent scans`, megabytes(measurement.heapBytes), 'JavaScript heap'),
    row(
      `IndexedDB on disk for ${count} unsent scans`,
      megabytes(measurement.bytes),
      'before the browser compacts its files',
    ),
    row(
      `sending ${count} scans, every response delayed by ${DELAY_MS} ms`,
      seconds(measurement.sendSeconds),
      peer.sendNote ?? '',
    ),
    row(
      `pulling ${count} scans and ${PROJECTS} projects`,
      seconds(measurement.pullSeconds),
      peer.pullNote ?? '',
    ),
    row(
      `scans lost and doubled when ${LOSS.share * 100} % of the responses are lost`,
      `${lost} and ${doubled}`,
      `${LOSS.rounds * LOSS.scans} scans, ${lostResponses} lost responses`,
    ),
    row('scripts after gzip', `${kilobytes.toFixed(1)} kB`, 'without the API client and schemas'),
  ];
}
