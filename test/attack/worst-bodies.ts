import type { Call } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { bodyLimit } from '#server/http/contract/body-limit.ts';
import type { Random } from '#server/demo/seeded-random.ts';
import { hostileBodies } from '#test/server/hostile-bodies.ts';
import type { HostileBody } from '../server/hostile-forms.ts';
import { answerOf } from './response-checks.ts';
import { anyAddress, type Attack, inParallel, shuffled } from './scene.ts';

const withBodies = allCalls.filter(({ body }) => body !== undefined);

interface Sender {
  readonly token: string;
  readonly userId: string;
}

/** Returns hostile bodies of a call, or some of them. */
type BodiesOf = (call: Call, random: Random) => readonly HostileBody[];

/** @param most maximum per call, different ones each time */
export function bodiesMade(most: number): BodiesOf {
  return (call, random) => shuffled(random, hostileBodies(call, bodyLimit(call))).slice(0, most);
}

/** Generates the bodies once, because generating costs as much as validating. */
export function cachedBodies(most: number, random: Random): BodiesOf {
  const made = bodiesMade(most);
  const kept = new Map(withBodies.map((call) => [call, made(call, random)]));
  return (call) => kept.get(call) ?? [];
}

/** Sends every call the known hostile bodies. */
export function worstBodies(
  { token, userId }: Sender,
  bodiesOf: BodiesOf,
  { atOnce = 2 } = {},
): Attack {
  return async (scene) => {
    const { random } = scene;
    while (!scene.isOver()) {
      for (const call of shuffled(random, withBodies)) {
        if (scene.isOver()) return;
        await inParallel(scene, atOnce, bodiesOf(call, random), ({ type, payload }) =>
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
