import { allCalls } from '#schemas/api/calls.ts';
import { bodyLimit } from '#server/http/body-limit.ts';
import { hostileBodies } from '#test/server/hostile-bodies.ts';
import { answerOf } from './judge-answer.ts';
import { anyAddress, type Attack, inParallel, shuffled } from './scene.ts';

const withBodies = allCalls.filter(({ body }) => body !== undefined);

export interface Sender {
  readonly token: string;
  readonly userId: string;
}

/**
 * Sends each call the worst bodies that we know of.
 * @param most so many of each call in a round
 */
export function worstBodies(
  { token, userId }: Sender,
  { most = Number.POSITIVE_INFINITY, atOnce = 2 } = {},
): Attack {
  return async (scene) => {
    const { random } = scene;
    while (!scene.isOver()) {
      for (const call of shuffled(random, withBodies)) {
        if (scene.isOver()) return;
        const bodies = shuffled(random, hostileBodies(call, bodyLimit(call)));
        await inParallel(scene, atOnce, bodies.slice(0, most), ({ type, payload }) =>
          scene.ask(
            {
              method: call.method,
              path: `/api${call.path.replace(/\{\w+\}/g, userId)}`,
              headers: {
                authorization: `Bearer ${token}`,
                'content-type': type,
                ...anyAddress(random),
              },
              body: payload,
            },
            answerOf(call),
          ),
        );
      }
    }
  };
}
