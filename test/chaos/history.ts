import { IDBFactory } from 'fake-indexeddb';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import type { ProxiedRequest } from '#test/sync/fault-proxy.ts';
import { contentProblems } from './attachment-edits.ts';
import { findProblems } from './find-problems.ts';
import { pause } from './pause.ts';
import { type Phone, startPhone } from './phone.ts';
import { createRun, playStep, type Run } from './play-step.ts';
import type { Problem } from './problem.ts';
import { serverBackup, type ServerBackup } from './server-backup.ts';
import { serverState } from './server-state.ts';
import { watchSilence } from './silence.ts';
import { PAGES, PEOPLE, type Step } from './steps.ts';
import type { Tally } from './tally.ts';

/**
 * Time to recover once everything is connected: a request that hangs for its 30 s, then the longest retry delay
 * of 60 s, and a margin for a busy machine.
 */
const SETTLE_MS = 180_000;

/** Violated guarantees, as an error. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly problems: readonly Problem[];

  /** @param steps sync status and log of each page */
  constructor(problems: readonly Problem[], steps: readonly string[]) {
    super(
      [...problems.map(({ kind, description }) => `${kind}: ${description}`), ...steps].join('\n'),
    );
    this.problems = problems;
  }
}

interface HistoryOptions {
  /** Data directory of a stopped server to start from. */
  readonly dataFrom?: string | undefined;
  readonly tally: Tally;
}

/**
 * Plays a history against a real server process, then reconnects everything and waits until all intents are fulfilled.
 * @throws HistoryError if some aren't
 */
export async function playHistory(steps: readonly Step[], options: HistoryOptions): Promise<void> {
  globalThis.indexedDB = new IDBFactory();
  const server = await spawnServer({
    dataFrom: options.dataFrom,
    appDirectory: null,
    environment: { RATE_LIMIT_FACTOR: '1000000' },
  });
  const backup = serverBackup(server, process.env['DATABASE_URL']);
  const phones: Phone[] = [];
  try {
    for (const [index, account] of PEOPLE.entries()) {
      const count = PAGES.filter(({ phone }) => phone === index).length;
      phones.push(await startPhone(server.url, account, count));
    }
    await play(steps, server, backup, phones, options.tally);
  } finally {
    for (const phone of phones) await phone.close();
    await server.dispose();
    await backup.remove();
  }
}

async function play(
  steps: readonly Step[],
  server: SpawnedServer,
  backup: ServerBackup,
  phones: readonly Phone[],
  tally: Tally,
): Promise<void> {
  tally.histories += 1;
  const run = createRun(server, backup, phones, tally);
  for (const phone of phones) {
    for (const row of (await serverState(phone.direct)).scans.values()) {
      run.world.intents.existingScans.add(row.uuid);
    }
    const page = await phone.open(0);
    await waitUntil(() => page.account.status().isFirstPullDone);
  }
  for (const step of steps) await playStep(step, run);

  await run.starting;
  run.stopFlapping.forEach((stop) => stop());
  run.faults.forEach((faults) => (faults.length = 0));
  await settle(run);
  const serverErrors = phones
    .flatMap(({ proxy }) => proxy.requests)
    .filter((request) => request.status === 500 && !run.faultedRequests.has(request));
  tally.serverErrors += serverErrors.length;
  if (serverErrors.length > 0) throw new HistoryError(serverErrors.map(toServerError), []);
}

/** A 500 that no fault caused; the phones recover, but the server must not fail. */
function toServerError({ method, path, body }: ProxiedRequest): Problem {
  return { kind: 'server_error', description: `${method} ${path} ${body}` };
}

/** Reconnects everything and waits until all intents are fulfilled. */
async function settle({ phones, world, tally, stateBeforeRestore }: Run): Promise<void> {
  for (const phone of phones) {
    phone.proxy.isDown = false;
    if (!phone.isSignedIn()) await phone.signIn();
    for (const [index, page] of phone.pages.entries()) {
      const openPage = page ?? (await phone.open(index));
      // If another page of the phone is running, a paused one needn't be resumed.
      const hasOtherPage = phone.pages.some(
        (otherPage) => otherPage && otherPage !== openPage && !otherPage.isSuspended(),
      );
      if (!hasOtherPage) openPage.resume();
      if (openPage.isSuspended()) continue;
      openPage.emit('visible');
      openPage.emit('online');
      void openPage.account.syncNow();
    }
  }
  const checkSilence = watchSilence(phones);
  const stuckProblems: Problem[] = [];
  const checkProblems = async () => {
    stuckProblems.push(...(await checkSilence()));
    return findProblems(phones, world.intents, stateBeforeRestore);
  };
  const deadline = Date.now() + SETTLE_MS;
  let problems = await checkProblems();
  while ((problems.length > 0 || resumeAll(phones)) && Date.now() < deadline) {
    await pause(250);
    for (const phone of phones) if (!phone.isSignedIn()) await phone.signIn();
    problems = await checkProblems();
  }
  const [owner] = phones;
  if (problems.length === 0 && owner)
    problems.push(...(await contentProblems(await serverState(owner.direct), owner)));
  tally.lost += problems.filter(({ kind }) => kind !== 'duplicated').length;
  tally.duplicated += problems.filter(({ kind }) => kind === 'duplicated').length;
  tally.stuck += stuckProblems.length;
  const allProblems = [...problems, ...stuckProblems];
  if (allProblems.length > 0) throw new HistoryError(allProblems, phones.flatMap(reportsOf));
}

/**
 * Resumes the remaining paused pages after everything else has settled.
 * @returns true if there were any
 */
function resumeAll(phones: readonly Phone[]): boolean {
  const pausedPages = phones.flatMap(({ pages }) => pages.filter((page) => page?.isSuspended()));
  pausedPages.forEach((page) => page?.resume());
  return pausedPages.length > 0;
}

function reportsOf(phone: Phone): string[] {
  return phone.pages.map((page, index) => {
    const status = JSON.stringify(page?.account.status());
    const log = page?.account.log().slice(-12) ?? [];
    return `${phone.accountKey} page ${index}: ${status} ${JSON.stringify(log)}`;
  });
}

async function waitUntil(check: () => boolean): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!check()) {
    if (Date.now() > deadline) throw new Error('The expected event did not happen in time.');
    await pause(20);
  }
}
