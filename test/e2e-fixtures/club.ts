import { join } from 'node:path';
import { calls } from '#schemas/api/calls.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { createSession, type Session } from '#sync/http/session.ts';
import { createTransport, type Transport } from '#sync/http/transport.ts';
import { startInProcessServer } from '#test/setup/in-process-server.ts';
import { spawnServer, type TestServer } from '#test/setup/spawned-server.ts';
import { root } from '#test/setup/source-tree.ts';
import { type FaultProxy, type Passed, startFaultProxy } from '#test/sync/fault-proxy.ts';
import { copyOfDemoDatabase, DEMO_DATA } from './demo-data.ts';

/** Typed calls of somebody who is signed in, and the session they go under. */
export type SignedIn = Transport & { readonly session: Session };

/** A message as the page for developers has it. */
interface SentMessage {
  readonly to: string;
  readonly code: string | null;
  readonly at: number;
}

/** One of the demo's accounts, or anybody by what they sign in with. */
export type UserRef =
  | DemoAccountKey
  | { readonly email: string; readonly region: RegionCode }
  | { readonly phone: string; readonly region: RegionCode };

/** The real server with the demo's data, behind a proxy that can break it. */
export interface Club {
  readonly server: TestServer;
  /** Its database on PostgreSQL; undefined where it has the embedded one, in its directory. */
  readonly databaseUrl: string | undefined;
  readonly proxy: FaultProxy;
  /** The app's address, through the proxy. */
  readonly url: string;
  /** The codes that were sent to an address or a phone, oldest first. */
  codesFor(to: string): Promise<string[]>;
  /** Typed calls as one of the demo's people, past the proxy. */
  as(who: UserRef): Promise<SignedIn>;
  close(): Promise<void>;
}

/**
 * Where a club's server runs: `shared` is within the test's process, on PostgreSQL, where the run has that; `own` is as
 * `npm start` gives it, with a process and a directory of its own.
 */
type Process = 'shared' | 'own';

/** @param environment of its server, beside what all have */
export async function openClub(
  environment: Record<string, string> = {},
  where: Process = 'shared',
): Promise<Club> {
  const database = where === 'shared' ? await copyOfDemoDatabase() : null;
  const settings = { RATE_LIMIT_FACTOR: '1000', ...environment };
  const server = database
    ? await startInProcessServer({
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.url,
        APP_DIR: join(root, 'dist'),
        ...settings,
      })
    : await spawnServer({ dataFrom: process.env[DEMO_DATA], environment: settings });
  // A server that is stopped has no file to give.
  const proxy = await startFaultProxy(server.url, () => server.isRunning());

  const codesFor = async (to: string) => {
    const answer = await fetch(`${server.url}/dev/codes.json`);
    if (!answer.ok) throw new Error(`The codes could not be asked for: ${answer.status}`);
    const { data } = (await answer.json()) as { data: SentMessage[] };
    const sent = data.filter((kept) => kept.to === to);
    // What a person is only told has no code.
    return sent.toSorted((a, b) => a.at - b.at).flatMap(({ code }) => code ?? []);
  };

  return {
    server,
    databaseUrl: database?.url,
    proxy,
    url: proxy.address,
    codesFor,
    async as(who) {
      const asking = typeof who === 'string' ? byEmail(who) : who;
      const to = 'email' in asking ? asking.email : asking.phone;
      const transport = transportTo(server.url);
      const before = (await codesFor(to)).length;
      const asked = await transport.call(calls.login, { body: asking });
      const code = await waitForNewest(() => codesFor(to), before);
      const { user_id: userId, challenge_id } = asked;
      const token = await transport.call(calls.verifyLogin, {
        body: { userId, challenge_id, code },
      });
      const { user_id, company_id, role } = asked;
      transport.session.start({ user_id, company_id, role, region: asked.region }, token);
      return transport;
    },
    async close() {
      await proxy.close();
      await server.dispose();
      await database?.drop();
    },
  };
}

function byEmail(who: DemoAccountKey) {
  const { email, region } = demoAccounts[who];
  return { email, region };
}

/** The newest of a list that is about to become longer than it was. */
export async function waitForNewest(
  list: () => Promise<string[]>,
  before: number,
): Promise<string> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const now = await list();
    const last = now.at(-1);
    if (now.length > before && last !== undefined) return last;
  }
  throw new Error('No code was sent.');
}

/** Loses every answer of the API once, after the server has done what was asked. */
export function dropEveryResponseOnce(proxy: FaultProxy): { lost: readonly Passed[] } {
  const seen = new Set<string>();
  const lost: Passed[] = [];
  proxy.keepsAlive = false;
  proxy.losesAnswer = (request) => {
    const { method, path, query, body } = request;
    if (!path.startsWith('/api/')) return false;
    // A code is good for one try, so the next try is another request: lost once all the same.
    const isVerify = path.endsWith(calls.verifyLogin.path);
    const key = [method, path, query, isVerify ? '' : body].join('\n');
    if (seen.has(key)) return false;
    seen.add(key);
    lost.push(request);
    return true;
  };
  return { lost };
}

function transportTo(address: string) {
  const kept = new Map<string, string>();
  const session = createSession({
    store: {
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
      subscribe: () => () => undefined,
    },
  });
  const transport = createTransport({
    baseUrl: `${address}/api`,
    fetch,
    session,
    language: () => 'en',
    platform: 'web',
    clock: Date.now,
    locks: { run: (_name, work) => work() },
  });
  return Object.assign(transport, { session });
}
