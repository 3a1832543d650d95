import { Agent } from 'node:http';
import { pick } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { type Answer, type Asked, exchange } from './exchange.ts';
import { anyAnswer, isNotNow, type Judge } from './judge-answer.ts';
import { type Scene } from './scene.ts';
import { blame, count } from './tally.ts';

/** What is waited between two tries where nobody has answered, and where the server has named a time, which would be longer. */
const BROKEN_OFF_MS = 250;
const NOT_NOW_MS = 1_000;
/** The app would go on; here it is a fault by now. */
const GIVE_UP_MS = 60_000;

/**
 * Asks until there is an answer, as the app does: what breaks off, and what can not be just now, is asked again,
 * the same request with the same ids, at the other process if chance wants it.
 * Throws where there is none for a minute.
 */
export function honestClient(scene: Scene) {
  const agent = new Agent({ keepAlive: true });
  return async (asked: Asked, judge: Judge): Promise<Answer> => {
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await exchange(pick(scene.random, scene.origins), asked, agent);
      count(scene.tally, answer);
      if (answer !== null && answer.status === 429) {
        blame(scene.tally, asked, 429, 'an honest person was told to come back later');
      }
      if (answer !== null && !isNotNow(answer)) {
        const why = anyAnswer(answer) ?? judge(answer);
        if (why !== null) blame(scene.tally, asked, answer.status, why);
        return answer;
      }
      if (performance.now() > deadline) {
        blame(scene.tally, asked, answer?.status ?? null, 'no answer in a minute');
        throw new Error(`${asked.method} ${asked.path} was not answered in a minute.`);
      }
      await pause(answer === null ? BROKEN_OFF_MS : NOT_NOW_MS);
    }
  };
}
