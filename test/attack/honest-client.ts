import { Agent } from 'node:http';
import { pick } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { type Answer, type Asked, exchange } from './exchange.ts';
import { anyAnswer, isNotNow, type ResponseCheck } from './response-checks.ts';
import { type Scene } from './scene.ts';
import { blame, count } from './tally.ts';

/** Pause between tries after a broken connection, and after a 503 (shorter than the server's `retry-after`). */
const BROKEN_OFF_MS = 250;
const NOT_NOW_MS = 1_000;
/** The app would keep trying; here it counts as a fault. */
const GIVE_UP_MS = 60_000;

/**
 * Retries until there is a response, as the app does: the same request with the same ids, possibly on the other
 * process. Throws after a minute.
 */
export function honestClient(scene: Scene) {
  const agent = new Agent({ keepAlive: true });
  return async (asked: Asked, check: ResponseCheck): Promise<Answer> => {
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const response = await exchange(pick(scene.random, scene.origins), asked, agent);
      count(scene.tally, response);
      if (response !== null && response.status === 429) {
        blame(scene.tally, asked, 429, 'an honest person was told to come back later');
      }
      if (response !== null && !isNotNow(response)) {
        const why = anyAnswer(response) ?? check(response);
        if (why !== null) blame(scene.tally, asked, response.status, why);
        return response;
      }
      if (performance.now() > deadline) {
        blame(scene.tally, asked, response?.status ?? null, 'no answer in a minute');
        throw new Error(`${asked.method} ${asked.path} was not answered in a minute.`);
      }
      await pause(response === null ? BROKEN_OFF_MS : NOT_NOW_MS);
    }
  };
}
