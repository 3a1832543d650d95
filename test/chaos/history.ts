import { IDBFactory } from 'fake-indexeddb';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import type { Passed } from '#test/sync/fault-proxy.ts';
import { streams } from '#schemas/api/calls.ts';
import { type Hand, makeEdit, type World } from './edits.ts';
import { judge, type Problem } from './judge.ts';
import type { Page } from './page.ts';
import { type Phone, startPhone } from './phone.ts';
import { noPromises } from './promises.ts';
import { serverState } from './server-state.ts';
import { PAGES, PEOPLE, type Step } from './steps.ts';

/**
 * How long all that was broken may take to come right once everything is connected: a request that hangs
 * for its 30 s and then the longest wait between tries, 60 s, and again on a busy machine.
 */
const SETTLE_MS = 180_000;
const FLAP_MS = 150;

/** What happened in histories. */
export interface Tally {
  histories: number;
  edits: number;
  acknowledged: number;
  requests: number;
  faults: number;
  pageKills: number;
  serverKills: number;
  lost: number;
  doubled: number;
  /** Answers of 500 that no fault has made. */
  stumbles: number;
}

export function emptyTally(): Tally {
  return {
    histories: 0,
    edits: 0,
    acknowledged: 0,
    requests: 0,
    faults: 0,
    pageKills: 0,
    serverKills: 0,
    lost: 0,
    doubled: 0,
    stumbles: 0,
  };
}

/** Says what was promised and is not so. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
  readonly problems: readonly Problem[];

  /** @param said what the pages say of their sync */
  constructor(problems: readonly Problem[], said: readonly string[]) {
    super([...problems.map(({ kind, what }) => `${kind}: ${what}`), ...said].join('\n'));
    this.problems = problems;
  }
}

export interface HistoryOptions {
  /** A stopped server's data to begin with. */
  readonly dataFrom?: string | undefined;
  readonly environment?: Record<string, string>;
  readonly tally: Tally;
}

/**
 * Plays a history against the real server in a process of its own, then connects everything and waits
 * until it has come right.
 * @throws BrokenPromise when it does not
 */
export async function playHistory(steps: readonly Step[], options: HistoryOptions): Promise<void> {
  globalThis.indexedDB = new IDBFactory();
  const server = await spawnServer({
    dataFrom: options.dataFrom,
    appDirectory: null,
    environment: { RATE_LIMIT_FACTOR: '1000000', ...options.environment },
  });
  const phones: Phone[] = [];
  try {
    for (const [at, who] of PEOPLE.entries()) {
      const count = PAGES.filter(({ phone }) => phone === at).length;
      phones.push(await startPhone(server.url, who, count));
    }
    await play(steps, server, phones, options.tally);
  } finally {
    for (const phone of phones) await phone.close();
    await server.dispose();
  }
}

async function play(
  steps: readonly Step[],
  server: SpawnedServer,
  phones: readonly Phone[],
  tally: Tally,
): Promise<void> {
  tally.histories += 1;
  const world: World = { promises: noPromises(), taken: 0 };
  const faults = phones.map(() => [] as Exclude<ReturnType<Phone['proxy']['decide']>, undefined>[]);
  const stopFlapping: (() => void)[] = phones.map(() => () => undefined);
  /** Requests that a fault has answered, or will. */
  const made = new Set<Passed>();
  let starting: Promise<void> = Promise.resolve();

  for (const [at, phone] of phones.entries()) {
    phone.proxy.decide = (request) => {
      tally.requests += 1;
      if (isStream(request)) return undefined;
      const fault = faults[at]?.shift();
      if (fault) {
        tally.faults += 1;
        made.add(request);
      }
      return fault;
    };
    for (const row of (await serverState(phone.direct)).scans.values()) {
      world.promises.before.add(row.uuid);
    }
    const page = await phone.open(0);
    await until(() => page.account.status().firstPullDone);
  }

  const pageOf = async (number: number): Promise<[Page, Phone, number]> => {
    const { phone: of, at } = PAGES[number] ?? PAGES[0];
    const phone = phones[of];
    if (!phone) throw new Error(`There is no phone ${of}.`);
    return [phone.pages[at] ?? (await phone.open(at)), phone, at];
  };
  const kill = (phone: Phone, at: number) => {
    if (!phone.pages[at]) return;
    tally.pageKills += 1;
    phone.pages[at].kill();
    phone.pages[at] = null;
  };
  const edit = async (step: Extract<Step, { edit: string }>) => {
    const [page, phone, at] = await pageOf(step.page);
    const hand: Hand = {
      account: page.account,
      phone: PAGES[step.page]?.phone ?? 0,
      unlessKilled: (work) => page.unlessKilled(work.then((value) => ({ value }))),
    };
    tally.edits += 1;
    const making = makeEdit(step, hand, world).catch(() => false);
    if (step.killAfterMs !== null) {
      await pause(step.killAfterMs);
      kill(phone, at);
    }
    // Reading before an edit may hang in a page that is dead: nothing was promised then.
    const done = await Promise.race([
      making,
      page.unlessKilled(new Promise<boolean>(() => undefined)),
    ]);
    if (done) tally.acknowledged += 1;
  };

  for (const step of steps) {
    if ('edit' in step) await edit(step);
    else if ('life' in step) {
      const [page, phone, at] = await pageOf(step.page);
      if (step.life === 'kill') kill(phone, at);
      if (step.life === 'hide') page.tell('hidden');
      if (step.life === 'show') page.tell('visible');
      if (step.life === 'close') {
        phone.pages[at] = null;
        await page.close();
      }
    } else if ('network' in step) {
      const phone = phones[step.phone];
      stopFlapping[step.phone]?.();
      if (step.network === 'flap' && phone) {
        stopFlapping[step.phone] = phone.proxy.flap(FLAP_MS, FLAP_MS);
      } else if (phone) phone.proxy.isDown = step.network === 'down';
    } else if ('faults' in step) faults[step.phone]?.push(...step.faults);
    else if ('clockMinutes' in step) {
      const phone = phones[step.phone];
      if (phone) phone.clockOffset = step.clockMinutes * 60_000;
    } else if ('session' in step) {
      await starting;
      const phone = phones[step.phone];
      await (step.session === 'end' ? phone?.endSession() : phone?.signIn());
    } else if ('server' in step) {
      await starting;
      tally.serverKills += 1;
      await server.kill();
      starting = server.start();
    } else await pause(step.waitMs);
  }

  await starting;
  stopFlapping.forEach((stop) => stop());
  faults.forEach((waiting) => (waiting.length = 0));
  await settle(phones, world, tally);
  const stumbles = phones
    .flatMap(({ proxy }) => proxy.passed)
    .filter((request) => request.status === 500 && !made.has(request));
  tally.stumbles += stumbles.length;
  if (stumbles.length > 0) throw new BrokenPromise(stumbles.map(stumbleOf), []);
}

/** The server's own fault, though the phones get over it. */
function stumbleOf({ method, path, body }: Passed): Problem {
  return { kind: 'stumbled', what: `${method} ${path} ${body}` };
}

/** Connects everything, and waits until all promises are kept. */
async function settle(phones: readonly Phone[], world: World, tally: Tally): Promise<void> {
  for (const phone of phones) {
    phone.proxy.isDown = false;
    if (!phone.isSignedIn()) await phone.signIn();
    for (const [at, page] of phone.pages.entries()) {
      const open = page ?? (await phone.open(at));
      open.tell('visible');
      open.tell('online');
      void open.account.sendNow();
    }
  }
  const deadline = Date.now() + SETTLE_MS;
  let problems = await judge(phones, world.promises);
  while (problems.length > 0 && Date.now() < deadline) {
    await pause(250);
    for (const phone of phones) if (!phone.isSignedIn()) await phone.signIn();
    problems = await judge(phones, world.promises);
  }
  tally.lost += problems.filter(({ kind }) => kind !== 'doubled').length;
  tally.doubled += problems.filter(({ kind }) => kind === 'doubled').length;
  if (problems.length > 0) throw new BrokenPromise(problems, phones.flatMap(reportsOf));
}

function reportsOf(phone: Phone): string[] {
  return phone.pages.map((page, at) => {
    const status = JSON.stringify(page?.account.status());
    const log = page?.account.log().slice(-12) ?? [];
    return `${phone.who} page ${at}: ${status} ${JSON.stringify(log)}`;
  });
}

function isStream({ path }: Passed): boolean {
  return path === `/api${streams.events.path}`;
}

async function until(check: () => boolean): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!check()) {
    if (Date.now() > deadline) throw new Error('What was waited for did not come.');
    await pause(20);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
