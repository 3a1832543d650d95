/** Compares the app's store with others doing the same work: saving scans offline, and sending them. */
import type { Page } from '@playwright/test';
import { Dexie } from 'dexie';
import { calls } from '#schemas/api/calls.ts';
import type { CapturedScan } from '#sync/entities/scans/machine.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { buildStoreSite, type StoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs, makeProjects, simpleSerials, toCapturedScan } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const DEXIE_PAGE = 'test/bench/dexie-outbox.html';
const SCANS = 10_000;
/** Scans saved one by one. */
const SAVES = 100;
/** Scans per transaction and project when filling the device. */
const FILL = 250;
const DELAY_MS = 50;

/** A store on its own page. */
interface PeerStore {
  readonly name: string;
  readonly note: string;
  open(page: Page, site: StoreSite, url: string): Promise<void>;
  /**
   * Saves scans one by one.
   * @returns the durations in ms
   */
  saveEach(page: Page, load: Load): Promise<number[]>;
  saveAll(page: Page, load: Load): Promise<void>;
  /** Resolves once the server has acknowledged every scan. */
  send(page: Page): Promise<void>;
}

interface Load {
  readonly scans: readonly CapturedScan[];
  readonly projectId: string;
}

const ownStore: PeerStore = {
  name: 'this app',
  note: 'on its page without a screen, with pulls, live queries and two tabs’ coordination',
  async open(page, site, url) {
    await site.open(url, page);
    await page.evaluate(() => window.store?.waitForCounts({ projects: 1 }));
  },
  saveEach: (page, load) =>
    page.evaluate(async ({ scans, projectId }) => {
      const captured = await window.store?.capture(scans);
      return (await window.store?.saveEach(captured?.ids ?? [], projectId)) ?? [];
    }, load),
  saveAll: (page, load) =>
    page.evaluate(async ({ scans, projectId }) => {
      const captured = await window.store?.capture(scans);
      await window.store?.saveAll(captured?.ids ?? [], projectId);
    }, load),
  send: (page) => page.evaluate(() => window.store?.waitUntilSent()),
};

const dexieOutbox: PeerStore = {
  name: `hand-written outbox on Dexie ${Dexie.semVer}`,
  note: 'without conflicts, retries, pulls and live queries',
  async open(page, _site, url) {
    await page.goto(`${url}/${DEXIE_PAGE}`);
    await page.waitForFunction(() => window.dexieOutbox !== undefined, null, { timeout: 60_000 });
  },
  saveEach: (page, load) =>
    page.evaluate(
      async ({ scans, projectId }) => (await window.dexieOutbox?.saveEach(scans, projectId)) ?? [],
      load,
    ),
  saveAll: (page, load) =>
    page.evaluate(({ scans, projectId }) => window.dexieOutbox?.saveAll(scans, projectId), load),
  send: (page) => page.evaluate(() => window.dexieOutbox?.send()),
};

export async function run(): Promise<BenchRow[]> {
  const site = await buildStoreSite([DEXIE_PAGE]);
  try {
    const rows: BenchRow[] = [];
    for (const store of [ownStore, dexieOutbox]) rows.push(...(await measure(store, site)));
    return rows;
  } finally {
    site.dispose();
  }
}

async function measure(store: PeerStore, site: StoreSite): Promise<BenchRow[]> {
  const log = startProgress(store.name);
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    const { page, context } = phone;
    const owner = await club.as('polishOwner');
    const [projectId = ''] = await makeProjects(owner, 1);
    await signIn(club, page, 'polishOwner');
    await waitUntilInstalled(page);
    await store.open(page, site, club.url);
    await context.setOffline(true);
    const bytesBefore = await readDatabaseBytes(page);
    const scans = simpleSerials(SCANS).map(toCapturedScan);
    const saves = await store.saveEach(page, { scans: scans.slice(0, SAVES), projectId });
    for (let from = SAVES; from < SCANS; from += FILL) {
      await store.saveAll(page, { scans: scans.slice(from, from + FILL), projectId });
    }
    const bytes = (await readDatabaseBytes(page)) - bytesBefore;
    log('the phone is full of unsent scans');

    club.proxy.latencyMs = DELAY_MS;
    const start = performance.now();
    await context.setOffline(false);
    await store.send(page);
    const seconds = (performance.now() - start) / 1000;
    log(`sent in ${seconds.toFixed(1)} s`);
    const { products_count } = await owner.call(calls.getProject, { params: { id: projectId } });
    if (products_count !== SCANS) throw new Error(`The server has ${products_count} of ${SCANS}.`);
    return rowsOf(store, { saves, bytes, seconds });
  } finally {
    await phone.dispose();
    await club.close();
  }
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

interface Measurement {
  readonly saves: readonly number[];
  /** Growth of the databases by the unsent scans. */
  readonly bytes: number;
  readonly seconds: number;
}

function rowsOf({ name, note }: PeerStore, { saves, bytes, seconds }: Measurement): BenchRow[] {
  const withoutGoal = { goal: '–', met: null };
  const count = SCANS.toLocaleString('en');
  return [
    {
      figure: `${name}: a scan saved to a project until durable, p95`,
      ...withoutGoal,
      result: formatMs(percentile(saves, 0.95)),
      note: `${SAVES} one after the other; median ${formatMs(percentile(saves, 0.5))}`,
    },
    {
      figure: `${name}: IndexedDB on disk for ${count} unsent scans`,
      ...withoutGoal,
      result: `${(bytes / 1e6).toFixed(1)} MB`,
      note: 'before the browser compacts its files',
    },
    {
      figure: `${name}: sending ${count} scans, every response delayed by ${DELAY_MS} ms`,
      ...withoutGoal,
      result: `${seconds.toFixed(1)} s`,
      note,
    },
  ];
}
