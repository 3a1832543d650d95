import { calls } from '#schemas/api/calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { between } from '#server/demo/seeded-random.ts';
import { MAX_CODES_PER_PERSON } from '#server/scans/code-lookups.ts';
import { pause } from '#test/chaos/pause.ts';
import { answerOf, readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { anyAddress, type Attack, type AttackContext } from './attack-context.ts';

const BATCH = 100;
const REST_MS = 100;

/** One user enumerates the serial numbers of one lot after another. */
export function serialEnumeration(token: string): Attack {
  return async (context) => {
    const codesUsed = { codes: 0, since: today() };
    while (!context.isFinished()) {
      const lot = `24A${String(between(context.random, 0, 99_999)).padStart(5, '0')}-`;
      const codes = Array.from({ length: BATCH }, (_, at) => ({
        code: `${lot}${String(at).padStart(4, '0')}`,
      }));
      await confirmBatch(context, token, codes, codesUsed);
      await pause(REST_MS);
    }
  };
}

async function confirmBatch(
  context: AttackContext,
  token: string,
  scans: readonly { code: string }[],
  codesUsed: { codes: number; since: string },
): Promise<void> {
  const from = bearer(token, anyAddress(context.random));
  const request = post(calls.confirmScans, { scans: [...scans] }, from);
  await context.send(request, (answer) => {
    if (codesUsed.since !== today()) Object.assign(codesUsed, { codes: 0, since: today() });
    if (answer.status === 200) {
      const { data } = readJson(answer.text) as ResultOf<typeof calls.confirmScans>;
      codesUsed.codes += data.length;
    }
    const isOverLimit = codesUsed.codes > MAX_CODES_PER_PERSON;
    return isOverLimit
      ? `got ${codesUsed.codes} codes in a day`
      : answerOf(calls.confirmScans)(answer);
  });
}

/** The limit is per day. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
