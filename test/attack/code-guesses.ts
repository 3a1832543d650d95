import { calls } from '#schemas/api/calls.ts';
import { type LoginResponse } from '#schemas/session.ts';
import { between, pick } from '#server/demo/seeded-random.ts';
import { expectDocumented, readJson } from './response-checks.ts';
import { type Mailbox } from './mailbox.ts';
import { post } from './post.ts';
import { randomClientHeaders, type Attack, type AttackContext } from './attack-context.ts';
import { pause } from '#test/chaos/pause.ts';

const CONCURRENCY = 3;
const TRIES = 6;
/** Pause when no codes are available. */
const PAUSE_MS = 50;

/** Requests codes of known users from changing addresses, and guesses them. */
export function guessCodes(emails: readonly string[], mailbox: Mailbox): Attack {
  return async (context) => {
    const guessUntilFinished = async () => {
      while (!context.isFinished()) await guessCode(context, pick(context.random, emails), mailbox);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, guessUntilFinished));
  };
}

async function guessCode(context: AttackContext, email: string, mailbox: Mailbox): Promise<void> {
  const { random } = context;
  const headers = randomClientHeaders(random);
  const login = post(calls.requestSignInCode, { email, region: 'PL' }, headers);
  const response = await context.send(login, expectDocumented(calls.requestSignInCode));
  if (response?.status !== 200) {
    await pause(PAUSE_MS);
    return;
  }
  const { user_id: userId, challenge_id, code_length } = readJson(response.text) as LoginResponse;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = Array.from({ length: code_length }, () => between(random, 0, 9)).join('');
    const request = post(calls.signIn, { userId, challenge_id, code }, headers);
    await context.send(request, (signInResponse) => {
      // A guess that happens to be the right code isn't a fault of the server.
      if (signInResponse.status === 200 && !mailbox.codesTo(email).includes(code)) {
        return 'a wrong code opened a session';
      }
      return expectDocumented(calls.signIn)(signInResponse);
    });
  }
}
