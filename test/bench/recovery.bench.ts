/** Time until work is sent again after the network has returned, or after the leader tab has ended. */
import type { Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { type Club, openClub } from '#test/e2e-fixtures/club.ts';
import { openPhone, type Phone } from '#test/e2e-fixtures/phone.ts';
import { PROBE_CAP_MS } from '#sync/http/connectivity.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { buildStoreSite, type StoreSite } from '#test/e2e-fixtures/store-site.ts';
import { gate } from '#test/sync/fault-proxy.ts';
import type { BenchRow } from './bench-row.ts';
import { toCapturedScan, makeProjects, formatMs, simpleSerials } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const ROUNDS = 5;
/** Long enough for retry delays to reach 15 s. */
const OUTAGE_MS = 20_000;
const RECOVERY_GOAL_MS = 1_000;
const FAILOVER_GOAL_MS = 2_000;
const LIMIT_MS = 90_000;

interface Setup {
  readonly club: Club;
  readonly site: StoreSite;
  readonly phone: Phone;
  readonly project: string;
  /** Unused products. */
  readonly serials: DemoSerial[];
}

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('recovery');
  const site = await buildStoreSite();
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    const [project = ''] = await makeProjects(await club.as('polishOwner'), 1);
    await signIn(club, phone.page, 'polishOwner');
    const setup: Setup = { club, site, phone, project, serials: simpleSerials(4 * ROUNDS) };
    await openStore(setup, phone.page);
    const notifiedDelays = await measureRounds(() => recover(setup, 'notified'));
    log('recovered with the browser’s event');
    const unnotifiedDelays = await measureRounds(() => recover(setup, 'unaware'));
    log('recovered without it');
    const closedDelays = await measureRounds(() => failOver(setup, (page) => page.close()));
    log('failed over from closed tabs');
    const crashedDelays = await measureRounds(() => failOver(setup, crash));
    return [
      {
        ...toRow(
          'the network returns: until the first item is sent',
          notifiedDelays,
          RECOVERY_GOAL_MS,
        ),
        note: `slowest of ${ROUNDS}, after ${OUTAGE_MS / 1000} s offline; median ${formatMs(percentile(notifiedDelays, 0.5))}`,
      },
      {
        figure: 'the same without an event from the browser',
        goal: '–',
        result: formatMs(Math.max(...unnotifiedDelays)),
        met: null,
        note: `slowest of ${ROUNDS}; median ${formatMs(percentile(unnotifiedDelays, 0.5))}. Bounded by the wait between two probes, ${PROBE_CAP_MS / 1000} s`,
      },
      toRow(
        'the leading tab is closed during a push: until another sends',
        closedDelays,
        FAILOVER_GOAL_MS,
      ),
      toRow(
        'the leading tab crashes during a push: until another sends',
        crashedDelays,
        FAILOVER_GOAL_MS,
      ),
    ];
  } finally {
    await phone.dispose();
    await club.close();
    site.dispose();
  }
}

function toRow(title: string, delays: readonly number[], goal: number): BenchRow {
  const slowest = Math.max(...delays);
  const note = `slowest of ${delays.length}, median ${formatMs(percentile(delays, 0.5))}`;
  return {
    figure: title,
    goal: `≤ ${goal} ms`,
    result: formatMs(slowest),
    met: slowest <= goal,
    note,
  };
}

async function measureRounds(measure: () => Promise<number>): Promise<number[]> {
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) delays.push(await measure());
  return delays;
}

/** @returns ms from the network's return to the server's acknowledgement */
async function recover(setup: Setup, browser: 'notified' | 'unaware'): Promise<number> {
  const { club, phone } = setup;
  club.proxy.isDown = true;
  if (browser === 'notified') await phone.context.setOffline(true);
  await save(setup, phone.page);
  await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
  const before = scanRequests(club).length;
  club.proxy.isDown = false;
  const startedAt = performance.now();
  if (browser === 'notified') await phone.context.setOffline(false);
  await waitUntil(() =>
    scanRequests(club).some(({ status }, index) => index >= before && status === 200),
  );
  return performance.now() - startedAt;
}

/** @returns ms from the end of the leader tab to the other tab's first request */
async function failOver(setup: Setup, end: (page: Page) => Promise<void>): Promise<number> {
  const { club, phone } = setup;
  const leader = phone.page;
  const otherPage = await phone.context.newPage();
  await openStore(setup, otherPage);
  await leader.waitForFunction(() => window.store?.isLeader());
  const requestGate = gate();
  club.proxy.addFault(calls.sendScans, { kind: 'hold', until: requestGate.until });
  const before = scanRequests(club).length;
  await save(setup, otherPage);
  await waitUntil(() => scanRequests(club).length > before);
  const startedAt = performance.now();
  await end(leader);
  await waitUntil(() => scanRequests(club).length > before + 1);
  const duration = performance.now() - startedAt;
  requestGate.open();
  await otherPage.evaluate(() => window.store?.waitUntilSent());
  return duration;
}

/** Crashes the page's process without cleanup, like a system that is low on memory. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

async function openStore({ club, site }: Setup, page: Page): Promise<void> {
  await site.open(club.url, page);
  await page.evaluate(() => window.store?.waitForCounts({ projects: 1 }));
}

async function save({ project, serials }: Setup, page: Page): Promise<void> {
  const serial = serials.pop();
  if (!serial) throw new Error('There are no serial numbers left.');
  await page.evaluate(
    async ([scan, projectId]) => {
      const captured = await window.store?.capture([scan]);
      await window.store?.saveAll(captured?.ids ?? [], projectId);
    },
    [toCapturedScan(serial), project] as const,
  );
}

const scanRequests = ({ proxy }: Club) => proxy.requestsOf(calls.sendScans);

async function waitUntil(check: () => boolean): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!check()) {
    if (performance.now() > deadline) throw new Error('The expected event did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
