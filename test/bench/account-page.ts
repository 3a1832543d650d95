/** An account of the real sync on a bare page, for figures that no screen's work is to be part of. */
import type { ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { type Account, openAccount } from '#sync/account.ts';
import { askForPersistence, browserLocks, browserStore, browserWake } from '#sync/browser-ports.ts';
import { createConnectivity } from '#sync/connectivity.ts';
import { createSession } from '#sync/session.ts';
import { createTransport } from '#sync/transport.ts';

/** A piece of the registry, as a label names it. */
interface Piece {
  readonly code: string;
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

let opened: Account | null = null;

const session = createSession({ store: await browserStore() });
const wake = browserWake();
const locks = browserLocks();
const transport = createTransport({
  baseUrl: '/api',
  fetch: (input, init) => fetch(input, init),
  session,
  language: () => 'en',
  platform: 'web',
  clock: Date.now,
  locks,
});

type Asked = ResultOf<typeof calls.login>;

function askForCode(body: { email: string; region: RegionCode }): Promise<Asked> {
  return transport.call(calls.login, { body });
}

/** Signs in and opens the account as the app does; done when everything was pulled once. */
async function open(asked: Asked, code: string): Promise<void> {
  const { user_id, company_id, role, region, challenge_id } = asked;
  const identity = { user_id, company_id, role, region };
  const body = { userId: user_id, challenge_id, code };
  session.begin(identity, await transport.call(calls.verifyLogin, { body }));
  const connectivity = createConnectivity({ transport, wake });
  const ports = { session, transport, connectivity, wake, locks, persist: askForPersistence };
  opened = await openAccount({ identity, ...ports });
  const { status$ } = opened;
  await new Promise<void>((resolve) => {
    status$.subscribe(({ firstPullDone }) => firstPullDone && resolve());
  });
}

/** How many scans and projects are on the device. */
async function stored(): Promise<{ scans: number; projects: number }> {
  const { scans, projects } = account().collections;
  return {
    scans: await scans.count().exec(),
    projects: await projects.count().exec(),
  };
}

/** Captures pieces one after another and saves each to the project. @returns ms until each act resolved */
async function saveEach(pieces: readonly Piece[], projectId: string) {
  const capture: number[] = [];
  const save: number[] = [];
  for (const piece of pieces) {
    const begun = performance.now();
    const id = await captured(piece);
    const between = performance.now();
    await account().scanActs.saveScanToProject([id], projectId);
    capture.push(between - begun);
    save.push(performance.now() - between);
    await new Promise((done) => requestAnimationFrame(done));
  }
  return { capture, save };
}

/** Captures pieces and saves them to the project, as fast as it goes: what is to be sent. */
async function prepare(pieces: readonly Piece[], projectId: string): Promise<void> {
  const ids = await Promise.all(pieces.map(captured));
  await account().scanActs.saveScanToProject(ids, projectId);
}

/**
 * Waits for the network and then until nothing is left to send.
 * @returns ms from the browser's `online` event to the last verdict being in the store, the longest
 * task of the main thread meanwhile (0: none of 50 ms or more), and what was refused
 */
async function send(): Promise<{ ms: number; longestTask: number; refused: number }> {
  let longestTask = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestTask = Math.max(longestTask, duration);
  };
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  const begun = performance.now();
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  await untilSent();
  const ms = performance.now() - begun;
  note(observer.takeRecords());
  observer.disconnect();
  const { refused } = await account().outbox.counts();
  return { ms, longestTask, refused };
}

/** Resolves when nothing waits to be sent. */
async function untilSent(): Promise<void> {
  await new Promise<void>((resolve) => {
    account().outbox.counts$.subscribe(({ waiting }) => waiting === 0 && resolve());
  });
}

function captured({ code, type, size, variant }: Piece): Promise<string> {
  const piece = { type, size, variant, serial_number: code, is_unique: true, manual: false };
  return account().scanActs.captureScan(piece);
}

function account(): Account {
  if (!opened) throw new Error('The account is not open.');
  return opened;
}

const bench = { askForCode, open, stored, saveEach, prepare, send, untilSent };

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
