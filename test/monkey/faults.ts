import { apiErrorCodes } from '#schemas/api/errors.ts';
import { pick, type Random } from '#server/demo/seeded-random.ts';
import type { Fault, ProxiedRequest } from '#test/sync/fault-proxy.ts';

/** Share of calls that fail. */
const SHARE = 0.3;
/** Error codes to return. Codes that end a session or stop the app are tested elsewhere. */
const codes = apiErrorCodes.filter(
  (code) => !/session|refresh|unauthorised|maintenance/.test(code),
);
/** Calls that determine network state and identity. */
const exempt = /\/(?:ping|session|refresh)/;
/** Values that no response should contain. */
const invalidValues = [null, '', -1, 'x', [], {}];

/** Picks a fault for a call, if any: errors, foreign pages, lost responses, and invalid responses. */
export function randomFaults(random: Random): (request: ProxiedRequest) => Fault | undefined {
  const corrupt = (value: unknown, depth = 0): unknown => {
    if (depth > 1 && random() < 0.1) return pick(random, invalidValues);
    if (Array.isArray(value)) return value.map((item) => corrupt(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, corrupt(item, depth + 1)]),
    );
  };
  const faults: readonly (() => Fault)[] = [
    () => ({ kind: 'refuse', code: pick(random, codes) }),
    () => ({ kind: 'refuse', code: 'internal' }),
    () => ({ kind: 'html' }),
    () => ({ kind: 'bad_gateway' }),
    () => ({ kind: 'lose_response' }),
    () => ({ kind: 'cut_response' }),
    () => ({ kind: 'delay', ms: 2_500 }),
    () => ({ kind: 'rewrite', rewrite: () => pick(random, invalidValues) }),
    () => ({ kind: 'rewrite', rewrite: (answer) => corrupt(answer) }),
  ];
  return ({ path }) => {
    if (!path.startsWith('/api/') || exempt.test(path) || random() > SHARE) return undefined;
    return pick(random, faults)();
  };
}
