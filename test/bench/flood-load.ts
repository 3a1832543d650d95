import { seededRandom } from '#server/demo/seeded-random.ts';
import { openCrowd } from '#test/attack/crowd.ts';
import { type Attack, createContext } from '#test/attack/attack-context.ts';
import { signInFlood } from '#test/attack/sign-in-flood.ts';
import { cachedBodies, worstBodies } from '#test/attack/worst-bodies.ts';

/** Orders for attackers, which run in a separate process to keep the measurement unaffected. */
export interface LoadOrder {
  readonly origin: string;
  readonly seed: number;
  readonly loads: readonly LoadKind[];
  readonly known: readonly string[];
  readonly crowdToken: string;
  readonly sender: { readonly token: string; readonly userId: string };
}

export type LoadKind = 'flood' | 'crowd' | 'bodies';

/** Their final report. */
export interface LoadResult {
  readonly requests: number;
  readonly wrong: number;
}

const FLOODS_AT_ONCE = 100;
const SENDS_AT_ONCE = 4;
const BODIES_OF_CALL = 6;

let isOver = false;
process.on('message', (message: LoadOrder | 'over') => {
  if (message === 'over') isOver = true;
  else void attack(message);
});

async function attack({
  origin,
  seed,
  loads,
  known,
  crowdToken,
  sender,
}: LoadOrder): Promise<void> {
  const isSending = loads.includes('bodies');
  const bodies = isSending ? cachedBodies(BODIES_OF_CALL, seededRandom(seed)) : () => [];
  process.send?.('ready');
  const attacks: Readonly<Record<LoadKind, Attack>> = {
    flood: signInFlood(known, { atOnce: FLOODS_AT_ONCE }),
    crowd: openCrowd(crowdToken),
    bodies: worstBodies(sender, bodies, { atOnce: SENDS_AT_ONCE }),
  };
  const stage = { seed, origins: [origin], isFinished: () => isOver };
  const scenes = loads.map((kind) => ({ kind, scene: createContext(kind, stage) }));
  await Promise.all(scenes.map(({ kind, scene }) => attacks[kind](scene)));
  const sum = (of: (tally: (typeof scenes)[number]['scene']['tally']) => number) =>
    scenes.reduce((total, { scene }) => total + of(scene.tally), 0);
  const done: LoadResult = {
    requests: sum(({ requests }) => requests),
    wrong: sum(({ failures }) => failures.length),
  };
  process.send?.(done, () => process.exit(0));
}
