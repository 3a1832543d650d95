import { calls } from '#schemas/api/calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { between } from '#server/demo/seeded-random.ts';
import { MAX_CODES_PER_PERSON } from '#server/scans/code-lookups.ts';
import { pause } from '#test/chaos/pause.ts';
import { answerOf, readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { anyAddress, type Attack, type Scene } from './scene.ts';

const BATCH = 100;
const REST_MS = 100;

/** One user enumerates the serial numbers of one lot after another. */
export function serialWalk(token: string): Attack {
  return async (scene) => {
    const answered = { codes: 0, since: today() };
    while (!scene.isOver()) {
      const lot = `24A${String(between(scene.random, 0, 99_999)).padStart(5, '0')}-`;
      const codes = Array.from({ length: BATCH }, (_, at) => ({
        code: `${lot}${String(at).padStart(4, '0')}`,
      }));
      await walk(scene, token, codes, answered);
      await pause(REST_MS);
    }
  };
}

async function walk(
  scene: Scene,
  token: string,
  scans: readonly { code: string }[],
  answered: { codes: number; since: string },
): Promise<void> {
  const from = bearer(token, anyAddress(scene.random));
  const asked = post(calls.confirmScans, { scans: [...scans] }, from);
  await scene.ask(asked, (answer) => {
    if (answered.since !== today()) Object.assign(answered, { codes: 0, since: today() });
    if (answer.status === 200) {
      const { data } = readJson(answer.text) as ResultOf<typeof calls.confirmScans>;
      answered.codes += data.length;
    }
    const isTooMuch = answered.codes > MAX_CODES_PER_PERSON;
    return isTooMuch
      ? `told of ${answered.codes} codes in a day`
      : answerOf(calls.confirmScans)(answer);
  });
}

/** The limit is per day. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
