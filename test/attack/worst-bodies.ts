import type { Call } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { bodyLimit } from '#server/http/contract/body-limit.ts';
import type { Random } from '#server/demo/seeded-random.ts';
import { hostileBodies } from '#test/server/hostile-bodies.ts';
import type { HostileBody } from '../server/hostile-forms.ts';
import { expectDocumented } from './response-checks.ts';
import { randomClientHeaders, type Attack, inParallel, shuffled } from './attack-context.ts';

const withBodies = allCalls.filter(({ body }) => body !== undefined);

interface Sender {
  readonly token: string;
  readonly userId: string;
}

/** Returns hostile bodies of a call, or some of them. */
type BodiesOf = (call: Call, random: Random) => readonly HostileBody[];

/** @param max maximum number of bodies per call; each time, a different selection */
export function generateBodies(max: number): BodiesOf {
  return (call, random) => shuffled(random, hostileBodies(call, bodyLimit(call))).slice(0, max);
}

/** Generates the bodies once, because generating costs as much as validating. */
export function cachedBodies(max: number, random: Random): BodiesOf {
  const generate = generateBodies(max);
  const bodiesByCall = new Map(withBodies.map((call) => [call, generate(call, random)]));
  return (call) => bodiesByCall.get(call) ?? [];
}

/** Sends every call the known hostile bodies. */
export function sendWorstBodies(
  { token, userId }: Sender,
  bodiesOf: BodiesOf,
  { concurrency = 2 } = {},
): Attack {
  return async (context) => {
    const { random } = context;
    while (!context.isFinished()) {
      for (const call of shuffled(random, withBodies)) {
        if (context.isFinished()) return;
        await inParallel(context, concurrency, bodiesOf(call, random), ({ type, payload }) =>
          context.send(
            {
              method: call.method,
              path: `/api${call.path.replace(/\{\w+\}/g, userId)}`,
              headers: {
                authorization: `Bearer ${token}`,
                'content-type': type,
                ...randomClientHeaders(random),
              },
              body: payload,
            },
            expectDocumented(call),
          ),
        );
      }
    }
  };
}
