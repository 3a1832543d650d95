import { type Call } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { pick } from '#server/demo/seeded-random.ts';
import {
  foreignIdsIn,
  listInput,
  mayBeAsked,
  type OwnId,
  requestWith,
} from '#test/server/company-things.ts';
import { requestOf, type TestInput } from '#test/server/test-app.ts';
import { askedOf } from './exchange.ts';
import { oneOf } from './response-checks.ts';
import { anyAddress, type Attack, inParallel, shuffled } from './scene.ts';

/** A user of another company. */
interface Outsider {
  readonly token: string;
  readonly companyId: string;
}

const withId = allCalls.filter(({ path, access }) => path.includes('{') && access === 'session');
const lists = allCalls.filter(
  ({ method, access, path }) => method === 'GET' && access === 'session' && !path.includes('{'),
);
const AT_ONCE = 4;

/** Requests another company's data with every call, as all roles and without a session. */
export function walls(ids: readonly OwnId[], outsiders: readonly Outsider[]): Attack {
  return async (scene) => {
    const { random } = scene;
    const kinds = [...Map.groupBy(ids, ({ kind }) => kind).values()];
    while (!scene.isOver()) {
      const round = withId.flatMap((call) =>
        kinds.map((some) => ({ call, own: pick(random, some) })),
      );
      const asked = round.filter(({ call, own }) => mayBeAsked(call, own));
      // Matching kinds first, because a short attack gets no further.
      const ordered = shuffled(random, asked).toSorted((a, b) => aptness(b) - aptness(a));
      await inParallel(scene, AT_ONCE, ordered, async ({ call, own }) => {
        const { token } = pick(random, outsiders);
        const as = random() < 0.2 ? null : token;
        const request = await askedOf(requestWith(call, own.id, as));
        const from = { ...request, headers: { ...request.headers, ...anyAddress(random) } };
        await scene.ask(from, oneOf(as === null ? 401 : 404));
      });
      await inParallel(scene, AT_ONCE, shuffled(random, lists), (call) =>
        readList(call, pick(random, outsiders)),
      );
    }

    async function readList(call: Call, { token, companyId }: Outsider): Promise<void> {
      const query = listInput(call, { own: companyId, foreign: ids });
      const request = requestOf(call, { query } as TestInput<Call>, token);
      const text = new URLSearchParams(request.query as Record<string, string>).toString();
      const asked = await askedOf({ ...request, url: `/api${call.path}?${text}` });
      await scene.ask(asked, (answer) => {
        const found = foreignIdsIn(answer.text, ids);
        return found.length > 0 ? `has ${found.length} ids of another company` : null;
      });
    }
  };
}

/** Returns 1 if the call's path names the kind of the id. */
function aptness({ call, own }: { readonly call: Call; readonly own: OwnId }): number {
  const names: Readonly<Record<string, string>> = { chat: 'support', person: 'user' };
  return call.path.includes(names[own.kind] ?? own.kind) ? 1 : 0;
}
