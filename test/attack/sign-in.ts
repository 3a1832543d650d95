import { calls } from '#schemas/api/calls.ts';
import { type LoginResponse, type SignedIn } from '#schemas/session.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { pause } from '#test/chaos/pause.ts';
import { type Answer, type Asked } from './exchange.ts';
import { readJson } from './response-checks.ts';
import { type Mailbox } from './mailbox.ts';
import { post } from './post.ts';

/** A user with an account, and their IP address. */
export interface Person {
  readonly email: string;
  readonly region: RegionCode;
  readonly address: string;
}

/** A session, and the cookie that identifies the device later. */
export interface Session extends SignedIn {
  readonly cookie: string;
}

/** Retries until there is a response. */
export type SendReliably = (asked: Asked) => Promise<Answer>;

/** After this time another code is requested: the process may have been killed before sending it. */
const MAIL_LIMIT_MS = 5_000;
const MAX_REQUESTS = 3;

/**
 * Signs a person in with the mailed code. If others request codes for the same person, tries all of them.
 * @param cookie of a device used before
 * @throws if rejected
 */
export async function signIn(person: Person, how: SigningIn): Promise<Session> {
  for (let asked = 0; asked < MAX_REQUESTS; asked += 1) {
    const session = await trySignIn(person, how);
    if (session !== null) return session;
  }
  throw new Error(`${person.email} got no code that fits.`);
}

interface SigningIn {
  readonly ask: SendReliably;
  readonly mailbox: Mailbox;
  readonly cookie?: string;
}

/** Null if no valid code arrives. */
async function trySignIn(
  { email, region, address }: Person,
  { ask, mailbox, cookie }: SigningIn,
): Promise<Session | null> {
  const headers = { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
  const tried = new Set(mailbox.codesTo(email));
  const asked = await ask(post(calls.requestSignInCode, { email, region }, headers));
  if (asked.status !== 200) throw new Error(`${email} may not ask for a code: ${asked.text}`);
  const { user_id: userId, challenge_id } = readJson(asked.text) as LoginResponse;
  const deadline = performance.now() + MAIL_LIMIT_MS;
  while (performance.now() < deadline) {
    for (const code of mailbox.codesTo(email).filter((sent) => !tried.has(sent))) {
      tried.add(code);
      const response = await ask(post(calls.signIn, { userId, challenge_id, code }, headers));
      if (response.status === 200) {
        const [own = ''] = String(response.headers['set-cookie']).split(';');
        return { ...(readJson(response.text) as SignedIn), cookie: own };
      }
      if (response.status !== 406) throw new Error(`${email} may not sign in: ${response.text}`);
    }
    await pause(10);
  }
  return null;
}
