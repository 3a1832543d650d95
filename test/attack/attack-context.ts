import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { between, pick, type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { type AttackResponse, type AttackRequest, sendRequest } from './exchange.ts';
import { pause } from '#test/chaos/pause.ts';
import { checkAnyResponse, type ResponseCheck } from './response-checks.ts';
import { addFailure, count, emptyTally, type Tally } from './tally.ts';

/** Everything an attack needs: servers, random choices, and the time to end. */
export interface AttackContext {
  readonly random: Random;
  readonly tally: Tally;
  /** URLs of all processes. */
  readonly origins: readonly string[];
  isFinished(): boolean;
  /** Sends a request to one of the processes, then counts it and checks the response. */
  send(request: AttackRequest, check?: ResponseCheck): Promise<AttackResponse | null>;
  close(): void;
}

/** Runs until the attack ends. */
export type Attack = (context: AttackContext) => Promise<void>;

/** Shared by all participants of a run. */
interface ContextOptions {
  readonly seed: number;
  readonly origins: readonly string[];
  readonly isFinished: () => boolean;
}

/** @param name also seeds the random choices, so that each attacker makes different ones */
export function createContext(
  name: string,
  { seed, origins, isFinished }: ContextOptions,
): AttackContext {
  const random = seededRandom(
    createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE(),
  );
  const agent = new Agent({ keepAlive: true });
  const tally = emptyTally(name);
  return {
    random,
    tally,
    origins,
    isFinished,
    async send(request, check = () => null) {
      const response = await sendRequest(pick(random, origins), request, agent);
      count(tally, response);
      const reason = response && (checkAnyResponse(response) ?? check(response));
      if (response && reason !== null) addFailure(tally, request, response.status, reason);
      return response;
    },
    close: () => agent.destroy(),
  };
}

/** Headers with a random client address, as set by the proxy. */
export function randomClientHeaders(random: Random): Record<string, string> {
  const byte = () => between(random, 1, 254);
  return { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` };
}

/** Shuffles a list. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Runs `width` tasks at a time until the attack ends or no task is left. */
export async function inParallel<T>(
  context: Pick<AttackContext, 'isFinished'>,
  width: number,
  items: Iterable<T>,
  action: (item: T) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const workOn = async () => {
    for (let next = iterator.next(); !next.done && !context.isFinished(); next = iterator.next()) {
      await action(next.value);
    }
  };
  await Promise.all(Array.from({ length: width }, workOn));
}

/** Pauses, but no longer than until the attack ends. */
export async function pauseUnlessFinished(
  context: Pick<AttackContext, 'isFinished'>,
  ms: number,
): Promise<void> {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt && !context.isFinished()) await pause(50);
}
