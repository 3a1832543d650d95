/** Duration of a large import in the console, and an installer’s response times during it. */
import { type ListedImport } from '#schemas/operator/import-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { openDatabase } from '#server/db/database.ts';
import { emptyAcknowledgedWrites } from '#test/attack/acknowledged.ts';
import { createContext } from '#test/attack/attack-context.ts';
import { honestClient } from '#test/attack/honest-client.ts';
import { workHonestly } from '#test/attack/honest-work.ts';
import { signIn } from '#test/attack/sign-in.ts';
import { openTarget, type Target } from '#test/attack/target.ts';
import { pause } from '#test/chaos/pause.ts';
import { type ImportConsole } from '#test/server/import-setup.ts';
import { plainSerials } from '#test/server/scan-setup.ts';
import { serialFile, serialRow } from '#test/server/serial-rows.ts';
import { providePostgres } from '#test/setup/postgres.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

/** Number of serial numbers in the file; `ROWS=50000` for a quick run. */
const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const GOAL_SECONDS = 180;
const GOAL_RATIO = 3;
/** Rounds without an import, before it and after it. */
const QUIET_ROUNDS = 4;
const ROUND_MS = 8_000;
/** Serial numbers reserved for the installer in each round. */
const SERIALS_PER_ROUND = 150;
/** Interval for reading the import's state. */
const POLL_MS = 250;

export async function run(): Promise<BenchRow[]> {
  const cluster = await providePostgres();
  process.env['TEST_DATABASE'] = 'postgres';
  process.env['TEST_DATABASE_URL'] = cluster.url;
  // Imported late: the module selects the database engine when it loads.
  const { startImportConsole } = await import('#test/server/import-setup.ts');
  const target = await openTarget(cluster.url, 1);
  const settings = { url: target.databaseUrl, directory: null, poolSize: 4 };
  const server = await startImportConsole(await openDatabase(settings));
  server.clock.set(Date.now());
  try {
    return await measure(target, server);
  } finally {
    await server.close();
    await target.close();
    await cluster.stop();
  }
}

type Phase = 'quiet' | 'checking' | 'applying';

async function measure(target: Target, server: ImportConsole): Promise<BenchRow[]> {
  const log = startProgress('imports');
  const installer = await openInstaller(target);
  const times: Record<Phase, number[]> = { quiet: [], checking: [], applying: [] };
  const workUntil = async (phase: Phase, isFinished: () => boolean) =>
    times[phase].push(...(await installer.work(isFinished)));
  const workQuietly = async () => {
    for (let round = 0; round < QUIET_ROUNDS; round += 1) {
      const endsAt = performance.now() + ROUND_MS;
      await workUntil('quiet', () => performance.now() > endsAt);
    }
  };
  // Warm up code and caches first.
  await workQuietly();
  times.quiet.length = 0;
  await workQuietly();
  log(`quiet: p95 ${formatMs(percentile(times.quiet, 0.95))}`);

  const lead = await server.signIn('country_lead');
  const second = await server.signIn('administrator');
  const id = await server.upload(fileOf(ROWS), lead);
  log(`a file of ${ROWS} rows is uploaded`);
  const runPhase = async (phase: 'checking' | 'applying', start: () => Promise<unknown>) => {
    await start();
    const startedAt = performance.now();
    let state: ListedImport['state'] = phase;
    const watching = (async () => {
      for (; state === phase; await pause(POLL_MS)) ({ state } = await server.read(id, lead));
    })();
    await workUntil(phase, () => state !== phase);
    await watching;
    const seconds = (performance.now() - startedAt) / 1000;
    log(`${phase}: ${seconds.toFixed(1)} s, p95 ${formatMs(percentile(times[phase], 0.95))}`);
    return seconds;
  };
  const checkSeconds = await runPhase('checking', () => server.check(id, lead));
  const applySeconds = await runPhase('applying', async () => {
    const { approval } = await server.callImport('applyImport', id, lead);
    if (approval === null) return;
    const input = { params: { id: approval }, body: { why: 'compared' } };
    await server.operate(operatorCalls.approveAct, input, second);
  });
  const { state, applied } = await server.read(id, lead);
  if (state !== 'applied' || applied.new_rows !== ROWS)
    throw new Error(`The import is ${state} with ${applied.new_rows} new rows.`);
  await workQuietly();
  return rowsOf(times, checkSeconds, applySeconds);
}

/** An installer on one device. `work` resolves to the response times, in ms. */
async function openInstaller(target: Target) {
  const origins = target.processes.map(({ origin }) => origin);
  const context = createContext('sign-in', { seed: 1, origins, isFinished: () => false });
  const client = honestClient(context);
  const { email, region } = demoAccounts.czechOwner;
  const address = '198.51.100.1';
  const send = (request: Parameters<typeof client>[0]) => client(request, () => null);
  const { mailbox } = target;
  const session = await signIn({ email, region, address }, { send, mailbox });
  let round = 0;
  const work = async (isFinished: () => boolean): Promise<readonly number[]> => {
    round += 1;
    const options = { seed: round, origins, isFinished };
    const roundContext = createContext('installer', options);
    const sendCounted = honestClient(roundContext);
    await workHonestly(roundContext, {
      session,
      address,
      serials: plainSerials.slice(round * SERIALS_PER_ROUND, (round + 1) * SERIALS_PER_ROUND),
      canRename: true,
      send: (request) => sendCounted(request, () => null),
      acknowledged: emptyAcknowledgedWrites(),
    });
    return roundContext.tally.times;
  };
  return { work };
}

/** Factory letters of the serial numbers; each factory has up to 100,000 numbers. */
const FACTORIES = 'ABCDEFGHJK';

/** A CSV file with `count` different serial numbers. */
const fileOf = (count: number) =>
  serialFile(
    Array.from({ length: count }, (_, index) =>
      serialRow(Math.floor(index / FACTORIES.length), `24${FACTORIES[index % FACTORIES.length]}`),
    ),
  );

function rowsOf(
  { quiet, ...phases }: Readonly<Record<Phase, readonly number[]>>,
  checkSeconds: number,
  applySeconds: number,
): BenchRow[] {
  const quietP95 = percentile(quiet, 0.95);
  const name = `import of ${ROWS} serial numbers in the console`;
  const total = checkSeconds + applySeconds;
  return [
    {
      figure: `${name}, beside one installer`,
      goal: `≤ ${GOAL_SECONDS} s`,
      result: `${total.toFixed(0)} s`,
      met: total <= GOAL_SECONDS,
      note: `check ${checkSeconds.toFixed(0)} s, apply ${applySeconds.toFixed(0)} s`,
    },
    ...Object.entries(phases).map(([phase, times]) => {
      const p95 = percentile(times, 0.95);
      const ratio = p95 / quietP95;
      return {
        figure: `response time for an installer, p95, while an import is ${phase}`,
        goal: `≤ ${GOAL_RATIO} × quiet`,
        result: `${formatMs(p95)} (${ratio.toFixed(1)} ×)`,
        met: ratio <= GOAL_RATIO,
        note: `${times.length} responses, median ${formatMs(percentile(times, 0.5))}; quiet ${formatMs(quietP95)}, median ${formatMs(percentile(quiet, 0.5))}`,
      };
    }),
  ];
}
