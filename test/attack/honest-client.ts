import { Agent } from 'node:http';
import { pick } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { type AttackResponse, type AttackRequest, sendRequest } from './exchange.ts';
import { checkAnyResponse, isOverloaded, type ResponseCheck } from './response-checks.ts';
import { type AttackContext } from './attack-context.ts';
import { addFailure, count } from './tally.ts';

/** Pause between tries after a broken connection, and after a 503 (shorter than the server's `retry-after`). */
const DISCONNECTED_PAUSE_MS = 250;
const OVERLOADED_PAUSE_MS = 1_000;
/** The app would keep trying; here it counts as a fault. */
const GIVE_UP_MS = 60_000;

/**
 * Retries until there is a response, as the app does: the same request with the same ids, possibly on the other
 * process. Throws after a minute.
 */
export function honestClient(context: AttackContext) {
  const agent = new Agent({ keepAlive: true });
  return async (request: AttackRequest, check: ResponseCheck): Promise<AttackResponse> => {
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const response = await sendRequest(pick(context.random, context.origins), request, agent);
      count(context.tally, response);
      if (response !== null && response.status === 429) {
        addFailure(context.tally, request, 429, 'an honest user was rate-limited');
      }
      if (response !== null && !isOverloaded(response)) {
        const problem = checkAnyResponse(response) ?? check(response);
        if (problem !== null) addFailure(context.tally, request, response.status, problem);
        return response;
      }
      if (performance.now() > deadline) {
        addFailure(context.tally, request, response?.status ?? null, 'no response within a minute');
        throw new Error(`${request.method} ${request.path} got no response within a minute.`);
      }
      await pause(response === null ? DISCONNECTED_PAUSE_MS : OVERLOADED_PAUSE_MS);
    }
  };
}
