import { calls } from '#schemas/api/calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { between } from '#server/demo/seeded-random.ts';
import { MAX_CODES_PER_PERSON } from '#server/scans/code-lookups.ts';
import { pause } from '#test/chaos/pause.ts';
import { expectDocumented, readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { randomClientHeaders, type Attack, type AttackContext } from './attack-context.ts';

const BATCH = 100;
const PAUSE_MS = 100;

/** One user enumerates the serial numbers of one lot after another. */
export function enumerateSerials(token: string): Attack {
  return async (context) => {
    const usage = { codes: 0, since: today() };
    while (!context.isFinished()) {
      const lot = `24A${String(between(context.random, 0, 99_999)).padStart(5, '0')}-`;
      const codes = Array.from({ length: BATCH }, (_, index) => ({
        code: `${lot}${String(index).padStart(4, '0')}`,
      }));
      await confirmBatch(context, token, codes, usage);
      await pause(PAUSE_MS);
    }
  };
}

async function confirmBatch(
  context: AttackContext,
  token: string,
  scans: readonly { code: string }[],
  usage: { codes: number; since: string },
): Promise<void> {
  const headers = bearer(token, randomClientHeaders(context.random));
  const request = post(calls.confirmScans, { scans: [...scans] }, headers);
  await context.send(request, (response) => {
    if (usage.since !== today()) Object.assign(usage, { codes: 0, since: today() });
    if (response.status === 200) {
      const { data } = readJson(response.text) as ResultOf<typeof calls.confirmScans>;
      usage.codes += data.length;
    }
    const isOverLimit = usage.codes > MAX_CODES_PER_PERSON;
    return isOverLimit
      ? `got ${usage.codes} codes in a day`
      : expectDocumented(calls.confirmScans)(response);
  });
}

/** The limit is per day. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
