import { randomBytes } from 'node:crypto';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { type Token } from '#schemas/session.ts';
import { pick } from '#server/demo/seeded-random.ts';
import { readJson, oneOf } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { anyAddress, type Attack, inParallel, type Scene, shuffled } from './scene.ts';

const methods = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND', 'POST', 'GET'];
const sessionCalls = allCalls.filter(({ access }) => access === 'session');
const unreadable = [
  ...['/api/%zz', '/api/v1/project/%c0%af', '/api//v1/project', '//', '/%00', '/api/v1/%e0%a4'],
  ...['/api/../../etc/passwd', '/files/photo/..%2f..%2fetc%2fpasswd', '/api/v1/project/%'],
  `/api/v1/project?${'a'.repeat(10_000)}`,
  `/api/v1/${'a/'.repeat(3000)}`,
];
const hosts = ['localhost', '127.0.0.1', '[::1]', 'evil.example', 'a b', '127.0.0.1.evil.example'];
const forDevelopers = ['/dev/codes', '/dev/codes.json', '/dev', '/metrics'];
const oddTokens = ['', 'null', 'a'.repeat(300), '../../etc/passwd', "' or 1=1 --", 'é'.repeat(30)];

/**
 * Sends forged, ended or reused tokens, wrong methods, malformed URLs, requests for developer pages, and wrong
 * host names.
 * @param session session used only for this; it is refreshed and ended
 * @param letTimePass ages the refresh beyond the grace period for lost responses
 */
export function forgeries(session: Token, letTimePass: () => Promise<void>): Attack {
  return async (scene) => {
    // A refresh token isn't an access token.
    const ended = [session.refresh_token, ...(await reuse(scene, session, letTimePass))];
    while (!scene.isOver()) {
      const once = [() => forged(scene, ended), () => misused(scene), () => hidden(scene)];
      await inParallel(scene, 3, shuffled(scene.random, once), (ask) => ask());
    }
  };
}

/**
 * Reusing a refresh token ends the session, including its new tokens.
 * @returns the ended tokens
 */
async function reuse(
  scene: Scene,
  session: Token,
  letTimePass: () => Promise<void>,
): Promise<string[]> {
  const from = anyAddress(scene.random);
  const renew = (token: Token) => post(calls.refreshSession, token, from);
  const read = (token: Token) => ({
    method: 'GET',
    path: `/api${calls.listProjects.path}`,
    headers: bearer(token.token, from),
  });
  const first = await scene.ask(renew(session), oneOf(200));
  const renewed = first?.status === 200 ? (readJson(first.text) as Token) : null;
  if (renewed === null) return [];
  const used = await scene.ask(read(renewed), oneOf(200));
  if (used?.status !== 200) return [];
  await letTimePass();
  const again = await scene.ask(renew(session), oneOf(401));
  // Skip if the database was unavailable.
  if (again?.status !== 401) return [];
  for (const token of [session, renewed]) await scene.ask(read(token), oneOf(401));
  await scene.ask(renew(renewed), oneOf(401));
  return [session.token, renewed.token];
}

async function forged(scene: Scene, ended: readonly string[]): Promise<void> {
  const { random } = scene;
  const { method, path } = pick(random, sessionCalls);
  const made = randomBytes(32).toString('base64url');
  const token = pick(random, [made, made, ...ended, ...oddTokens]);
  const asked = { method, path: `/api${path.replace(/\{\w+\}/g, made)}` };
  const value = Buffer.from(`Bearer ${token}`).toString('latin1');
  const headers = { authorization: value, ...anyAddress(random) };
  // Authentication is checked before the body.
  await scene.ask({ ...asked, headers }, oneOf(401));
}

async function misused(scene: Scene): Promise<void> {
  const { random } = scene;
  const headers = anyAddress(random);
  const { path, access } = pick(random, allCalls);
  const known = new Set(allCalls.filter((call) => call.path === path).map(({ method }) => method));
  const method = pick(random, methods);
  const isCall = [...known].some((one) => one === method) || access === 'public';
  if (!isCall) {
    const asked = { method, path: `/api${path.replace(/\{\w+\}/g, 'a')}`, headers };
    // Another call's path may match, too (`/v1/project/{id}`).
    await scene.ask(asked, oneOf(400, 401, 404, 405));
  }
  const address = { method: 'GET', path: pick(random, unreadable), headers };
  await scene.ask(address, oneOf(400, 401, 404, 413, 414, 431));
}

async function hidden(scene: Scene): Promise<void> {
  const { random } = scene;
  const host = pick(random, hosts);
  const headers = { host, ...(random() < 0.5 ? anyAddress(random) : {}) };
  const path = pick(random, forDevelopers);
  await scene.ask({ method: 'GET', path, headers }, oneOf(400, 404));
  const ping = { method: 'GET', path: `/api${calls.ping.path}`, headers };
  await scene.ask(ping, ({ text, headers: said }) => {
    const isRepeated = text.includes('evil') || JSON.stringify(said).includes('evil');
    return isRepeated ? 'says again which host it was asked as' : null;
  });
}
