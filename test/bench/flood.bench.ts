/** Response time for honest clients while others attack the server. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { demoAccounts } from '#server/demo/accounts.ts';
import { emptyAcknowledgedWrites } from '#test/attack/acknowledged.ts';
import { honestClient } from '#test/attack/honest-client.ts';
import { workHonestly } from '#test/attack/honest-work.ts';
import { createContext } from '#test/attack/attack-context.ts';
import { type Session, signIn } from '#test/attack/sign-in.ts';
import { openTarget, type Target } from '#test/attack/target.ts';
import { pause } from '#test/chaos/pause.ts';
import { writeLargeChats } from '#test/server/large-chats.ts';
import { plainSerials } from '#test/server/scan-setup.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { hasPostgres, providePostgres } from '#test/setup/postgres.ts';
import { root } from '#test/setup/source-tree.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs } from './device-load.ts';
import type { LoadResult, LoadKind, LoadPlan } from './flood-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const ROUNDS = 3;
const SECONDS = 8;
/** Duration of the attack before measuring, in ms. */
const WARM_UP_MS = 1_500;
const GOAL = 3;

const loads: readonly { readonly name: string; readonly kinds: readonly LoadKind[] }[] = [
  { name: 'without attacks', kinds: [] },
  { name: 'one address floods the sign-in', kinds: ['flood'] },
  { name: 'one person requests the most expensive list over 300 connections', kinds: ['crowd'] },
  { name: 'one person sends the most expensive bodies for each call', kinds: ['bodies'] },
  { name: 'all three at once', kinds: ['flood', 'crowd', 'bodies'] },
];

export async function run(): Promise<BenchRow[]> {
  if (!hasPostgres()) {
    const note =
      'no PostgreSQL here: install it, or set TEST_DATABASE_URL to a server where databases may be created';
    return loads.map(({ name }) => ({ ...rowOf(name), result: 'skipped', met: null, note }));
  }
  const cluster = await providePostgres();
  const target = await openTarget(cluster.url, 1);
  try {
    return await measure(target);
  } finally {
    await target.close();
    await cluster.stop();
  }
}

interface Sample {
  readonly times: readonly number[];
  /** Attack requests per second. */
  readonly rate: number;
  readonly rejected: number;
}

async function measure(target: Target): Promise<BenchRow[]> {
  const log = startProgress('flood');
  const users = await signInAll(target);
  await writeLargeChats(target.db, accounts.decorStaff, {
    chats: 5,
    messages: 5,
    messageLength: 4000,
  });
  // Warm up code and caches first.
  await sample(target, users, [], 0);
  const samples = new Map<string, Sample[]>(loads.map(({ name }) => [name, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { name, kinds } of loads) {
      samples.get(name)?.push(await sample(target, users, kinds, round));
      log(`round ${round}: ${name}`);
    }
  }
  const p95 = (sample: Sample) => percentile(sample.times, 0.95);
  const figures = loads.map(({ name }) => {
    const loadSamples = samples.get(name) ?? [];
    return {
      name,
      all: loadSamples,
      waits: loadSamples.map(p95),
      wait: median(loadSamples.map(p95)),
    };
  });
  const quietWait = figures[0]?.wait ?? Number.NaN;
  return figures.map(({ name, all: loadSamples, waits, wait }, index) => {
    const ratio = wait / quietWait;
    const typical = median(loadSamples.map((sample) => median(sample.times)));
    const rounds = `median ${formatMs(typical)}; p95 of the rounds ${waits.map(formatMs).join(', ')}`;
    const rejected = loadSamples.reduce((sum, sample) => sum + sample.rejected, 0);
    const loadNote = `; ${Math.round(median(loadSamples.map(({ rate }) => rate)))} attack requests a second, on the same two cores; ${rejected} of the honest client’s requests rejected`;
    if (index === 0)
      return { ...rowOf(name), goal: '–', result: formatMs(wait), met: null, note: rounds };
    const result = `${formatMs(wait)} (${ratio.toFixed(1)} ×)`;
    return { ...rowOf(name), result, met: ratio <= GOAL, note: rounds + loadNote };
  });
}

interface Users {
  readonly honest: Session;
  readonly crowdUser: Session;
  readonly sender: Session;
}

async function signInAll(target: Target): Promise<Users> {
  const origins = target.processes.map(({ origin }) => origin);
  const context = createContext('context', { seed: 1, origins, isFinished: () => false });
  const client = honestClient(context);
  const signInUser = ({
    email,
    region,
  }: typeof accounts.decorStaff | typeof demoAccounts.czechOwner) =>
    signIn(
      { email, region, address: '198.51.100.1' },
      { send: (request) => client(request, () => null), mailbox: target.mailbox },
    );
  return {
    honest: await signInUser(demoAccounts.czechOwner),
    crowdUser: await signInUser(accounts.decorStaff),
    sender: await signInUser(accounts.czechOwner),
  };
}

/** Measures honest requests during the attack. */
async function sample(
  target: Target,
  { honest, crowdUser, sender }: Users,
  kinds: readonly LoadKind[],
  round: number,
): Promise<Sample> {
  const [process] = target.processes;
  if (!process) throw new Error('The server has no process.');
  const { origin } = process;
  const attack = await startLoad({
    origin,
    loads: kinds,
    seed: round,
    crowdToken: crowdUser.token,
    emails: [demoAccounts.polishOwner.email],
    sender: { token: sender.token, userId: sender.user_id },
  });
  await pause(WARM_UP_MS);
  const endsAt = performance.now() + SECONDS * 1000;
  const context = createContext(`honest ${round}`, {
    seed: round,
    origins: [origin],
    isFinished: () => performance.now() > endsAt,
  });
  const client = honestClient(context);
  const serials = plainSerials.slice(round * 1000, (round + 1) * 1000);
  await workHonestly(context, {
    session: honest,
    address: '198.51.100.2',
    serials,
    canRename: true,
    send: (request) => client(request, () => null),
    acknowledged: emptyAcknowledgedWrites(),
  });
  const { requests } = await attack.stop();
  const { times, rejected } = context.tally;
  return { times, rejected, rate: requests / (SECONDS + WARM_UP_MS / 1000) };
}

/** Resolves once the attack has started. */
async function startLoad(loadPlan: LoadPlan): Promise<{ stop: () => Promise<LoadResult> }> {
  if (loadPlan.loads.length === 0) {
    return { stop: () => Promise.resolve({ requests: 0, wrongResponses: 0 }) };
  }
  const child = fork(join(root, 'test', 'bench', 'flood-load.ts'));
  const exited = once(child, 'exit');
  child.send(loadPlan);
  await once(child, 'message');
  const loadDone = once(child, 'message') as Promise<[LoadResult]>;
  return {
    async stop() {
      child.send('over');
      const [loadMessage] = await loadDone;
      await exited;
      return loadMessage;
    },
  };
}

function rowOf(name: string) {
  const figure = `response time for an honest client, p95, PostgreSQL, one process: ${name}`;
  return { figure, goal: `≤ ${GOAL} × quiet` };
}

const median = (values: readonly number[]) => percentile(values, 0.5);
