import { seededRandom } from '#server/demo/seeded-random.ts';
import { openCrowd } from '#test/attack/crowd.ts';
import { type Attack, createContext } from '#test/attack/attack-context.ts';
import { floodSignIn } from '#test/attack/sign-in-flood.ts';
import { cachedBodies, sendWorstBodies } from '#test/attack/worst-bodies.ts';

/** Instructions for attackers, which run in a separate process so as not to affect the measurement. */
export interface LoadPlan {
  readonly origin: string;
  readonly seed: number;
  readonly loads: readonly LoadKind[];
  readonly emails: readonly string[];
  readonly crowdToken: string;
  readonly sender: { readonly token: string; readonly userId: string };
}

export type LoadKind = 'flood' | 'crowd' | 'bodies';

/** Final report of the attackers. */
export interface LoadResult {
  readonly requests: number;
  readonly wrongResponses: number;
}

const FLOOD_CONCURRENCY = 100;
const BODY_CONCURRENCY = 4;
const BODIES_PER_CALL = 6;

let isFinished = false;
process.on('message', (message: LoadPlan | 'over') => {
  if (message === 'over') isFinished = true;
  else void attack(message);
});

async function attack({
  origin,
  seed,
  loads,
  emails,
  crowdToken,
  sender,
}: LoadPlan): Promise<void> {
  const isSending = loads.includes('bodies');
  const bodies = isSending ? cachedBodies(BODIES_PER_CALL, seededRandom(seed)) : () => [];
  process.send?.('ready');
  const attacks: Readonly<Record<LoadKind, Attack>> = {
    flood: floodSignIn(emails, { concurrency: FLOOD_CONCURRENCY }),
    crowd: openCrowd(crowdToken),
    bodies: sendWorstBodies(sender, bodies, { concurrency: BODY_CONCURRENCY }),
  };
  const options = { seed, origins: [origin], isFinished: () => isFinished };
  const contexts = loads.map((kind) => ({ kind, context: createContext(kind, options) }));
  await Promise.all(contexts.map(({ kind, context }) => attacks[kind](context)));
  const sum = (value: (tally: (typeof contexts)[number]['context']['tally']) => number) =>
    contexts.reduce((total, { context }) => total + value(context.tally), 0);
  const loadResult: LoadResult = {
    requests: sum(({ requests }) => requests),
    wrongResponses: sum(({ failures }) => failures.length),
  };
  process.send?.(loadResult, () => process.exit(0));
}
