import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { between, pick, type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { type Answer, type Asked, exchange } from './exchange.ts';
import { pause } from '#test/chaos/pause.ts';
import { anyAnswer, type ResponseCheck } from './response-checks.ts';
import { blame, count, emptyTally, type Tally } from './tally.ts';

/** Environment of an attacker: servers, random choices, end. */
export interface Scene {
  readonly random: Random;
  readonly tally: Tally;
  /** URLs of all processes. */
  readonly origins: readonly string[];
  isOver(): boolean;
  /** Sends a request to one of the processes; counts and checks the response. */
  ask(asked: Asked, check?: ResponseCheck): Promise<Answer | null>;
  close(): void;
}

/** Runs until the scene is over. */
export type Attack = (scene: Scene) => Promise<void>;

/** Shared by all scenes of a run. */
interface Stage {
  readonly seed: number;
  readonly origins: readonly string[];
  readonly isOver: () => boolean;
}

/** @param name also seeds the scene's choices, so that each attacker has its own */
export function createScene(name: string, { seed, origins, isOver }: Stage): Scene {
  const random = seededRandom(
    createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE(),
  );
  const agent = new Agent({ keepAlive: true });
  const tally = emptyTally(name);
  return {
    random,
    tally,
    origins,
    isOver,
    async ask(asked, check = () => null) {
      const response = await exchange(pick(random, origins), asked, agent);
      count(tally, response);
      const why = response && (anyAnswer(response) ?? check(response));
      if (response && why !== null) blame(tally, asked, response.status, why);
      return response;
    },
    close: () => agent.destroy(),
  };
}

/** A random client address behind the proxy. */
export function anyAddress(random: Random): Record<string, string> {
  const part = () => between(random, 1, 254);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}

/** Shuffles a list. */
export function shuffled<T>(random: Random, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ thing }) => thing);
}

/** Runs `width` tasks at a time until the scene is over or nothing is left. */
export async function inParallel<T>(
  scene: Pick<Scene, 'isOver'>,
  width: number,
  things: Iterable<T>,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const rest = things[Symbol.iterator]();
  const workOn = async () => {
    for (let next = rest.next(); !next.done && !scene.isOver(); next = rest.next()) {
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: width }, workOn));
}

/** Waits, at most until the scene is over. */
export async function restUntil(scene: Pick<Scene, 'isOver'>, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until && !scene.isOver()) await pause(50);
}
