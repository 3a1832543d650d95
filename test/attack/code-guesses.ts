import { calls } from '#schemas/api/calls.ts';
import { type LoginResponse } from '#schemas/session.ts';
import { between, pick } from '#server/demo/seeded-random.ts';
import { answerOf, readJson } from './response-checks.ts';
import { type Mailbox } from './mailbox.ts';
import { post } from './post.ts';
import { anyAddress, type Attack, type Scene } from './scene.ts';
import { pause } from '#test/chaos/pause.ts';

const AT_ONCE = 3;
const TRIES = 6;
/** Pause when no codes are available. */
const REST_MS = 50;

/** Requests codes of known users from changing addresses, and guesses them. */
export function codeGuesses(known: readonly string[], mailbox: Mailbox): Attack {
  return async (scene) => {
    const guessOn = async () => {
      while (!scene.isOver()) await guessAt(scene, pick(scene.random, known), mailbox);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, guessOn));
  };
}

async function guessAt(scene: Scene, email: string, mailbox: Mailbox): Promise<void> {
  const { random } = scene;
  const from = anyAddress(random);
  const login = post(calls.requestSignInCode, { email, region: 'PL' }, from);
  const asked = await scene.ask(login, answerOf(calls.requestSignInCode));
  if (asked?.status !== 200) {
    await pause(REST_MS);
    return;
  }
  const { user_id: userId, challenge_id, code_length } = readJson(asked.text) as LoginResponse;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const code = Array.from({ length: code_length }, () => between(random, 0, 9)).join('');
    const request = post(calls.signIn, { userId, challenge_id, code }, from);
    await scene.ask(request, (answer) => {
      // A lucky guess isn't a fault of the server.
      if (answer.status === 200 && !mailbox.codesTo(email).includes(code)) {
        return 'a wrong code opened a session';
      }
      return answerOf(calls.signIn)(answer);
    });
  }
}
