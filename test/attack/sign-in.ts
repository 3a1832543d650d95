import { calls } from '#schemas/api/calls.ts';
import { type LoginResponse, type SignedIn } from '#schemas/session.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { pause } from '#test/chaos/pause.ts';
import { type AttackResponse, type AttackRequest } from './exchange.ts';
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
export type SendReliably = (request: AttackRequest) => Promise<AttackResponse>;

/** After this time, in ms, another code is requested: the process may have been killed before it sent the first one. */
const MAIL_LIMIT_MS = 5_000;
const MAX_REQUESTS = 3;

/**
 * Signs a person in with the mailed code. If others request codes for the same person, tries all of them.
 * @throws if rejected
 */
export async function signIn(person: Person, options: SignInOptions): Promise<Session> {
  for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
    const session = await trySignIn(person, options);
    if (session !== null) return session;
  }
  throw new Error(`${person.email} received no valid code.`);
}

interface SignInOptions {
  readonly send: SendReliably;
  readonly mailbox: Mailbox;
  /** Cookie of a device used before. */
  readonly cookie?: string;
}

/** Requests a code and signs in with it; null if no valid code arrives. */
async function trySignIn(
  { email, region, address }: Person,
  { send, mailbox, cookie }: SignInOptions,
): Promise<Session | null> {
  const headers = { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
  const usedCodes = new Set(mailbox.codesTo(email));
  const challenge = await send(post(calls.requestSignInCode, { email, region }, headers));
  if (challenge.status !== 200) throw new Error(`${email} didn’t get a code: ${challenge.text}`);
  const { user_id: userId, challenge_id } = readJson(challenge.text) as LoginResponse;
  const deadline = performance.now() + MAIL_LIMIT_MS;
  while (performance.now() < deadline) {
    for (const code of mailbox.codesTo(email).filter((candidate) => !usedCodes.has(candidate))) {
      usedCodes.add(code);
      const response = await send(post(calls.signIn, { userId, challenge_id, code }, headers));
      if (response.status === 200) {
        const [deviceCookie = ''] = String(response.headers['set-cookie']).split(';');
        return { ...(readJson(response.text) as SignedIn), cookie: deviceCookie };
      }
      if (response.status !== 406) throw new Error(`${email} can't sign in: ${response.text}`);
    }
    await pause(10);
  }
  return null;
}
