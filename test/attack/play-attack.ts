import { readCompanyData, idsOfCompany } from '#test/server/company-records.ts';
import {
  countRows,
  findInconsistentAccounts,
  findLostWrites,
  emptyAcknowledgedWrites,
} from './acknowledged.ts';
import { prepareAttacks, honestCompanies, type Intensity, victim } from './attacks.ts';
import { type Report } from './report.ts';
import { createContext, type AttackContext } from './attack-context.ts';
import { openTarget, type Target } from './target.ts';
import { type Tally } from './tally.ts';

/** Maximum memory of a process under any load. */
const MEMORY_BOUND_BYTES = 700 * 2 ** 20;

interface AttackOptions {
  /** URL of a PostgreSQL server where databases can be created. */
  readonly postgres: string;
  readonly seed: number;
  readonly seconds: number;
  readonly intensity: Intensity;
}

/**
 * Attacks two server processes while honest users work, then checks the data. The same seed makes the same
 * choices, separately for each attacker.
 */
export async function attackServers(options: AttackOptions): Promise<Report> {
  const target = await openTarget(options.postgres);
  try {
    return await runAttack(target, options);
  } finally {
    await target.close();
  }
}

async function runAttack(
  target: Target,
  { seed, seconds, intensity }: AttackOptions,
): Promise<Report> {
  const { db, processes } = target;
  let endsAt = Number.POSITIVE_INFINITY;
  const options = {
    seed,
    origins: processes.map(({ origin }) => origin),
    isFinished: () => performance.now() > endsAt,
  };
  const acknowledgedWork = emptyAcknowledgedWrites();
  const ids = await idsOfCompany(db, victim);
  const preparation = createContext('preparation', options);
  const attacks = await prepareAttacks(preparation, target, {
    ids,
    intensity,
    acknowledged: acknowledgedWork,
  });
  const before = await countRows(db, honestCompanies);
  const dataBefore = JSON.stringify(await readCompanyData(db, victim));

  endsAt = performance.now() + seconds * 1000;
  const participants = [...attacks].map(([name, attack]) => {
    const context = createContext(name, options);
    return { context, done: attack(context).catch(toProblem(context)) };
  });
  await Promise.all(participants.map(({ done }) => done));
  const tallies = [preparation, ...participants.map(({ context }) => context)].map(
    ({ tally }) => tally,
  );
  for (const { context } of participants) context.close();

  const isChanged = JSON.stringify(await readCompanyData(db, victim)) !== dataBefore;
  const problems = [
    ...(isChanged ? ['the data of a company changed without an action by its users'] : []),
    ...(await findLostWrites(db, acknowledgedWork, { companies: honestCompanies, before })),
    ...(await findInconsistentAccounts(db)),
    ...problemsOf(target),
    ...tallies.flatMap(idleProblems),
  ];
  const { projects, scans, messages, surnames } = acknowledgedWork;
  const writes = [projects, scans, messages, surnames].reduce((sum, { size }) => sum + size, 0);
  const peakBytes = processes.map((process) => process.peakBytes());
  return { seed, seconds, tallies, peakBytes, acknowledged: writes, problems };
}

/** An attacker that crashes is a fault of the server or of the suite. */
function toProblem({ tally }: AttackContext) {
  return (error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tally.failures.push({ participant: tally.name, method: '', path: '', status: null, reason });
  };
}

function problemsOf({ processes, errors }: Target): string[] {
  return [
    ...processes.flatMap((process) => {
      const peakBytes = process.peakBytes();
      const isTooLarge = peakBytes > MEMORY_BOUND_BYTES;
      return [
        ...(process.crashes() > 0 ? [`a process crashed ${process.crashes()} times`] : []),
        ...(isTooLarge ? [`a process needed ${Math.round(peakBytes / 2 ** 20)} MiB`] : []),
      ];
    }),
    ...[...new Set(errors)].slice(0, 20).map((line) => `the server logged: ${line.slice(0, 600)}`),
  ];
}

/** An idle attacker proves nothing. */
function idleProblems({ name, requests }: Tally): string[] {
  return requests === 0 ? [`${name} sent no request`] : [];
}
