import { type Call } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { pick } from '#server/demo/seeded-random.ts';
import {
  foreignIdsIn,
  listInput,
  isTestable,
  type OwnedId,
  requestWith,
} from '#test/server/company-records.ts';
import { requestOf, type TestInput } from '#test/server/test-app.ts';
import { toAttackRequest } from './exchange.ts';
import { expectStatus } from './response-checks.ts';
import { randomClientHeaders, type Attack, inParallel, shuffled } from './attack-context.ts';

/** A user of another company. */
interface OtherUser {
  readonly token: string;
  readonly companyId: string;
}

const callsWithId = allCalls.filter(
  ({ path, access }) => path.includes('{') && access === 'session',
);
const listCalls = allCalls.filter(
  ({ method, access, path }) => method === 'GET' && access === 'session' && !path.includes('{'),
);
const CONCURRENCY = 4;

/** Requests another company's data with every call, as all roles and without a session. */
export function attackIsolation(ids: readonly OwnedId[], otherUsers: readonly OtherUser[]): Attack {
  return async (context) => {
    const { random } = context;
    const kinds = [...Map.groupBy(ids, ({ kind }) => kind).values()];
    while (!context.isFinished()) {
      const round = callsWithId.flatMap((call) =>
        kinds.map((sameKind) => ({ call, target: pick(random, sameKind) })),
      );
      const testable = round.filter(({ call, target }) => isTestable(call, target));
      // Matching kinds first, because a short attack gets no further than those.
      const orderedPairs = shuffled(random, testable).toSorted(
        (a, b) => matchesKind(b) - matchesKind(a),
      );
      await inParallel(context, CONCURRENCY, orderedPairs, async ({ call, target }) => {
        const { token } = pick(random, otherUsers);
        const callerToken = random() < 0.2 ? null : token;
        const request = await toAttackRequest(requestWith(call, target.id, callerToken));
        const requestToSend = {
          ...request,
          headers: { ...request.headers, ...randomClientHeaders(random) },
        };
        await context.send(requestToSend, expectStatus(callerToken === null ? 401 : 404));
      });
      await inParallel(context, CONCURRENCY, shuffled(random, listCalls), (call) =>
        readList(call, pick(random, otherUsers)),
      );
    }

    async function readList(call: Call, { token, companyId }: OtherUser): Promise<void> {
      const query = listInput(call, { ownCompanyId: companyId, foreign: ids });
      const request = requestOf(call, { query } as TestInput<Call>, token);
      const text = new URLSearchParams(request.query as Record<string, string>).toString();
      const listRequest = await toAttackRequest({ ...request, url: `/api${call.path}?${text}` });
      await context.send(listRequest, (response) => {
        const foreignIds = foreignIdsIn(response.text, ids);
        return foreignIds.length > 0 ? `has ${foreignIds.length} ids of another company` : null;
      });
    }
  };
}

/** Returns 1 if the call's path names the kind of the id. */
function matchesKind({ call, target }: { readonly call: Call; readonly target: OwnedId }): number {
  const names: Readonly<Record<string, string>> = { chat: 'support', person: 'user' };
  return call.path.includes(names[target.kind] ?? target.kind) ? 1 : 0;
}
