import { calls } from '#schemas/api/calls.ts';
import { type LoginResponse, type SignedIn } from '#schemas/session.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { pause } from '#test/chaos/pause.ts';
import { type Answer, type Asked } from './exchange.ts';
import { readJson } from './judge-answer.ts';
import { type Mailbox } from './mailbox.ts';
import { post } from './post.ts';

/** Somebody with an account, and where they are. */
export interface Person {
  readonly email: string;
  readonly region: RegionCode;
  readonly address: string;
}

/** A session, and the cookie by which their device is known from then on. */
export interface Session extends SignedIn {
  readonly cookie: string;
}

/** Asks until there is an answer that is one. */
export type AskSurely = (asked: Asked) => Promise<Answer>;

/** Whoever has no code by then asks for another: its process may have been killed before it was sent. */
const MAIL_LIMIT_MS = 5_000;
const MOST_ASKED = 3;

/**
 * Signs a person in by the code that they are mailed. Where others ask for their codes as well, it is the one
 * among theirs that fits.
 * @param cookie of a device that they have signed in on before
 * Throws where they are refused.
 */
export async function signIn(person: Person, how: SigningIn): Promise<Session> {
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const session = await trySignIn(person, how);
    if (session !== null) return session;
  }
  throw new Error(`${person.email} got no code that fits.`);
}

interface SigningIn {
  readonly ask: AskSurely;
  readonly mailbox: Mailbox;
  readonly cookie?: string;
}

/** Null where no code comes that fits. */
async function trySignIn(
  { email, region, address }: Person,
  { ask, mailbox, cookie }: SigningIn,
): Promise<Session | null> {
  const headers = { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
  const tried = new Set(mailbox.codesTo(email));
  const asked = await ask(post(calls.login, { email, region }, headers));
  if (asked.status !== 200) throw new Error(`${email} may not ask for a code: ${asked.text}`);
  const { user_id: userId, challenge_id } = readJson(asked.text) as LoginResponse;
  const deadline = performance.now() + MAIL_LIMIT_MS;
  while (performance.now() < deadline) {
    for (const code of mailbox.codesTo(email).filter((sent) => !tried.has(sent))) {
      tried.add(code);
      const answer = await ask(post(calls.verifyLogin, { userId, challenge_id, code }, headers));
      if (answer.status === 200) {
        const [own = ''] = String(answer.headers['set-cookie']).split(';');
        return { ...(readJson(answer.text) as SignedIn), cookie: own };
      }
      if (answer.status !== 406) throw new Error(`${email} may not sign in: ${answer.text}`);
    }
    await pause(10);
  }
  return null;
}
