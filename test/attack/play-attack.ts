import { everythingOf, idsOfCompany } from '#test/server/company-things.ts';
import { amountsOf, brokenAccounts, brokenPromises, nothingAcknowledged } from './acknowledged.ts';
import { assemble, honestCompanies, type Strength, victim } from './cast.ts';
import { type Report } from './report.ts';
import { createScene, type Scene } from './scene.ts';
import { openTarget, type Target } from './target.ts';
import { type Tally } from './tally.ts';

/** Maximum memory of a process under any load. */
const MEMORY_BOUND_BYTES = 700 * 2 ** 20;

interface AttackOptions {
  /** URL of a PostgreSQL server where databases can be created. */
  readonly postgres: string;
  readonly seed: number;
  readonly seconds: number;
  readonly strength: Strength;
}

/**
 * Attacks two server processes while honest users work, then checks the data. The same seed makes the same
 * choices, separately for each attacker.
 */
export async function playAttack(options: AttackOptions): Promise<Report> {
  const target = await openTarget(options.postgres);
  try {
    return await play(target, options);
  } finally {
    await target.close();
  }
}

async function play(target: Target, { seed, seconds, strength }: AttackOptions): Promise<Report> {
  const { db, processes } = target;
  let until = Number.POSITIVE_INFINITY;
  const stage = {
    seed,
    origins: processes.map(({ origin }) => origin),
    isOver: () => performance.now() > until,
  };
  const acknowledged = nothingAcknowledged();
  const ids = await idsOfCompany(db, victim);
  const entrance = createScene('the entrance', stage);
  const cast = await assemble(entrance, target, { ids, strength, acknowledged });
  const before = await amountsOf(db, honestCompanies);
  const untouched = JSON.stringify(await everythingOf(db, victim));

  until = performance.now() + seconds * 1000;
  const scenes = [...cast].map(([name, attack]) => {
    const scene = createScene(name, stage);
    return { scene, done: attack(scene).catch(brokenOff(scene)) };
  });
  await Promise.all(scenes.map(({ done }) => done));
  const tallies = [entrance, ...scenes.map(({ scene }) => scene)].map(({ tally }) => tally);
  for (const { scene } of scenes) scene.close();

  const isTouched = JSON.stringify(await everythingOf(db, victim)) !== untouched;
  const problems = [
    ...(isTouched ? ['the data of a company changed without an action of its people'] : []),
    ...(await brokenPromises(db, acknowledged, { companies: honestCompanies, before })),
    ...(await brokenAccounts(db)),
    ...problemsOf(target),
    ...tallies.flatMap(idleness),
  ];
  const { projects, scans, messages, surnames } = acknowledged;
  const writes = [projects, scans, messages, surnames].reduce((sum, { size }) => sum + size, 0);
  const peakBytes = processes.map((process) => process.peakBytes());
  return { seed, seconds, tallies, peakBytes, acknowledged: writes, problems };
}

/** An attacker that crashes is a fault of the server or of the suite. */
function brokenOff({ tally }: Scene) {
  return (error: unknown) => {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tally.wrong.push({ by: tally.name, method: '', path: '', status: null, why });
  };
}

function problemsOf({ processes, errors }: Target): string[] {
  return [
    ...processes.flatMap((process) => {
      const peak = process.peakBytes();
      const isDear = peak > MEMORY_BOUND_BYTES;
      return [
        ...(process.deaths() > 0 ? [`a process ended by itself ${process.deaths()} times`] : []),
        ...(isDear ? [`a process needed ${Math.round(peak / 2 ** 20)} MiB`] : []),
      ];
    }),
    ...[...new Set(errors)].slice(0, 20).map((line) => `the server says: ${line.slice(0, 600)}`),
  ];
}

/** An idle attacker proves nothing. */
function idleness({ name, requests }: Tally): string[] {
  return requests === 0 ? [`${name}: nothing was done`] : [];
}
