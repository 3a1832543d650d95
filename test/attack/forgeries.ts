import { randomBytes } from 'node:crypto';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { type Token } from '#schemas/session.ts';
import { pick } from '#server/demo/seeded-random.ts';
import { readJson, expectStatus } from './response-checks.ts';
import { bearer, post } from './post.ts';
import {
  randomClientHeaders,
  type Attack,
  inParallel,
  type AttackContext,
  shuffled,
} from './attack-context.ts';

const methods = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND', 'POST', 'GET'];
const sessionCalls = allCalls.filter(({ access }) => access === 'session');
const unreadableTargets = [
  '/api/%zz',
  '/api/v1/project/%c0%af',
  '/api//v1/project',
  '//',
  '/%00',
  '/api/v1/%e0%a4',
  '/api/../../etc/passwd',
  '/files/photo/..%2f..%2fetc%2fpasswd',
  '/api/v1/project/%',
  `/api/v1/project?${'a'.repeat(10_000)}`,
  `/api/v1/${'a/'.repeat(3000)}`,
];
const hosts = ['localhost', '127.0.0.1', '[::1]', 'evil.example', 'a b', '127.0.0.1.evil.example'];
const forDevelopers = ['/dev/codes', '/dev/codes.json', '/dev', '/metrics'];
const malformedTokens = [
  '',
  'null',
  'a'.repeat(300),
  '../../etc/passwd',
  "' or 1=1 --",
  'é'.repeat(30),
];

/**
 * Sends forged, ended or reused tokens, wrong methods, malformed URLs, requests for developer pages, and wrong
 * host names.
 * @param session session used only for this; it is refreshed and ended
 * @param ageTokens ages the refresh beyond the grace period for lost responses
 */
export function sendForgeries(session: Token, ageTokens: () => Promise<void>): Attack {
  return async (context) => {
    // A refresh token isn't an access token.
    const endedTokens = [session.refresh_token, ...(await reuse(context, session, ageTokens))];
    while (!context.isFinished()) {
      const attempts = [
        () => sendForgedTokens(context, endedTokens),
        () => sendWrongMethods(context),
        () => sendHostileHeaders(context),
      ];
      await inParallel(context, 3, shuffled(context.random, attempts), (attempt) => attempt());
    }
  };
}

/**
 * Reusing a refresh token ends the session, including its new tokens.
 * @returns the ended tokens
 */
async function reuse(
  context: AttackContext,
  session: Token,
  ageTokens: () => Promise<void>,
): Promise<string[]> {
  const from = randomClientHeaders(context.random);
  const renew = (token: Token) => post(calls.refreshSession, token, from);
  const read = (token: Token) => ({
    method: 'GET',
    path: `/api${calls.listProjects.path}`,
    headers: bearer(token.token, from),
  });
  const first = await context.send(renew(session), expectStatus(200));
  const renewedToken = first?.status === 200 ? (readJson(first.text) as Token) : null;
  if (renewedToken === null) return [];
  const response = await context.send(read(renewedToken), expectStatus(200));
  if (response?.status !== 200) return [];
  await ageTokens();
  const secondResponse = await context.send(renew(session), expectStatus(401));
  // The database was unavailable, so nothing was ended.
  if (secondResponse?.status !== 401) return [];
  for (const token of [session, renewedToken]) await context.send(read(token), expectStatus(401));
  await context.send(renew(renewedToken), expectStatus(401));
  return [session.token, renewedToken.token];
}

async function sendForgedTokens(
  context: AttackContext,
  endedTokens: readonly string[],
): Promise<void> {
  const { random } = context;
  const { method, path } = pick(random, sessionCalls);
  const forgedToken = randomBytes(32).toString('base64url');
  const token = pick(random, [forgedToken, forgedToken, ...endedTokens, ...malformedTokens]);
  const request = { method, path: `/api${path.replace(/\{\w+\}/g, forgedToken)}` };
  const value = Buffer.from(`Bearer ${token}`).toString('latin1');
  const headers = { authorization: value, ...randomClientHeaders(random) };
  // Authentication is checked before the body.
  await context.send({ ...request, headers }, expectStatus(401));
}

async function sendWrongMethods(context: AttackContext): Promise<void> {
  const { random } = context;
  const headers = randomClientHeaders(random);
  const { path, access } = pick(random, allCalls);
  const callMethods = new Set(
    allCalls.filter((call) => call.path === path).map(({ method }) => method),
  );
  const method = pick(random, methods);
  const isCall = [...callMethods].some((other) => other === method) || access === 'public';
  if (!isCall) {
    const request = { method, path: `/api${path.replace(/\{\w+\}/g, 'a')}`, headers };
    // Another call's path may match, too (`/v1/project/{id}`).
    await context.send(request, expectStatus(400, 401, 404, 405));
  }
  const address = { method: 'GET', path: pick(random, unreadableTargets), headers };
  await context.send(address, expectStatus(400, 401, 404, 413, 414, 431));
}

async function sendHostileHeaders(context: AttackContext): Promise<void> {
  const { random } = context;
  const host = pick(random, hosts);
  const headers = { host, ...(random() < 0.5 ? randomClientHeaders(random) : {}) };
  const path = pick(random, forDevelopers);
  await context.send({ method: 'GET', path, headers }, expectStatus(400, 404));
  const ping = { method: 'GET', path: `/api${calls.ping.path}`, headers };
  await context.send(ping, ({ text, headers: responseHeaders }) => {
    const isEchoed = text.includes('evil') || JSON.stringify(responseHeaders).includes('evil');
    return isEchoed ? 'repeats the requested host' : null;
  });
}
