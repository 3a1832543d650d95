import { join } from 'node:path';
import { calls } from '#schemas/api/calls.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { createSession, type Session } from '#sync/http/session.ts';
import { createTransport, type Transport } from '#sync/http/transport.ts';
import { startInProcessServer } from '#test/setup/in-process-server.ts';
import { type SpawnedServer, spawnServer, type TestServer } from '#test/setup/spawned-server.ts';
import { root } from '#test/setup/source-tree.ts';
import type { PostgresDatabase } from '#test/setup/test-database.ts';
import { type FaultProxy, type ProxiedRequest, startFaultProxy } from '#test/sync/fault-proxy.ts';
import { createDemoDatabaseCopy, DEMO_DATA } from './demo-data.ts';

/** Typed API client of a signed-in person, with its session. */
export type SignedIn = Transport & { readonly session: Session };

/** Message as listed on the developer page. */
interface SentMessage {
  readonly to: string;
  readonly code: string | null;
  readonly at: number;
}

/** Demo account, or any person by their sign-in address. */
export type UserRef =
  | DemoAccountKey
  | { readonly email: string; readonly region: RegionCode }
  | { readonly phone: string; readonly region: RegionCode };

/** Real server with demo data, behind a fault-injecting proxy. */
export interface Club {
  /** Only a server in its own process can be killed. */
  readonly server: TestServer & Partial<Pick<SpawnedServer, 'kill'>>;
  /** PostgreSQL URL; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly proxy: FaultProxy;
  /** The app's URL, through the proxy. */
  readonly url: string;
  /** Codes sent to an address or phone, oldest first. */
  codesFor(to: string): Promise<string[]>;
  /** Signs a person in and returns their API client, which bypasses the proxy. */
  as(user: UserRef): Promise<SignedIn>;
  close(): Promise<void>;
}

/**
 * `shared` runs the server in the test's process, on PostgreSQL if available; `own` runs it like
 * `npm start`, in its own process and directory.
 */
type Process = 'shared' | 'own';

/** @param environment extra environment variables of the server */
export async function openClub(
  environment: Record<string, string> = {},
  processKind: Process = 'shared',
): Promise<Club> {
  const database = processKind === 'shared' ? await createDemoDatabaseCopy() : null;
  const settings = { RATE_LIMIT_FACTOR: '1000', ...environment };
  const server = database
    ? await startInProcessServer({
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.url,
        APP_DIR: join(root, 'dist'),
        ...settings,
      })
    : await spawnServer({ dataFrom: process.env[DEMO_DATA], environment: settings });
  return clubOn(server, database);
}

/**
 * Wraps a running server as a club, behind a fault-injecting proxy.
 * @param database dropped when the club is closed; null for the embedded one
 */
export async function clubOn(
  server: Club['server'],
  database: PostgresDatabase | null,
): Promise<Club> {
  // A stopped server can't serve files.
  const proxy = await startFaultProxy(server.url, () => server.isRunning());

  const codesFor = async (to: string) => {
    const response = await fetch(`${server.url}/dev/codes.json`);
    if (!response.ok) throw new Error(`The codes could not be fetched: ${response.status}`);
    const { data } = (await response.json()) as { data: SentMessage[] };
    const sentCodes = data.filter((candidate) => candidate.to === to);
    // Skips notifications without a code.
    return sentCodes.toSorted((a, b) => a.at - b.at).flatMap(({ code }) => code ?? []);
  };

  return {
    server,
    databaseUrl: database?.url,
    proxy,
    url: proxy.address,
    codesFor,
    async as(user) {
      const account = typeof user === 'string' ? byEmail(user) : user;
      const to = 'email' in account ? account.email : account.phone;
      const transport = transportTo(server.url);
      const earlierCount = (await codesFor(to)).length;
      const challenge = await transport.call(calls.requestSignInCode, { body: account });
      const code = await waitForNewest(() => codesFor(to), earlierCount);
      const { user_id: userId, challenge_id } = challenge;
      const token = await transport.call(calls.signIn, {
        body: { userId, challenge_id, code },
      });
      const { user_id, company_id, role } = challenge;
      transport.session.start({ user_id, company_id, role, region: challenge.region }, token);
      return transport;
    },
    async close() {
      await proxy.close();
      await server.dispose();
      await database?.drop();
    },
  };
}

function byEmail(user: DemoAccountKey) {
  const { email, region } = demoAccounts[user];
  return { email, region };
}

/** Waits until the list grows and returns its newest entry. */
export async function waitForNewest(
  list: () => Promise<string[]>,
  earlierCount: number,
): Promise<string> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const messages = await list();
    const newest = messages.at(-1);
    if (messages.length > earlierCount && newest !== undefined) return newest;
  }
  throw new Error('No code was sent.');
}

/** Drops each API response once, after the server has handled the request. */
export function dropEveryResponseOnce(proxy: FaultProxy): {
  lostRequests: readonly ProxiedRequest[];
} {
  const handled = new Set<string>();
  const lostRequests: ProxiedRequest[] = [];
  proxy.keepsAlive = false;
  proxy.losesResponse = (request) => {
    const { method, path, query, body } = request;
    if (!path.startsWith('/api/')) return false;
    // Each verification has a new code, so only drop it once.
    const isVerify = path.endsWith(calls.signIn.path);
    const key = [method, path, query, isVerify ? '' : body].join('\n');
    if (handled.has(key)) return false;
    handled.add(key);
    lostRequests.push(request);
    return true;
  };
  return { lostRequests };
}

function transportTo(serverUrl: string) {
  const storedTexts = new Map<string, string>();
  const session = createSession({
    store: {
      get: (key) => storedTexts.get(key) ?? null,
      set: (key, value) => void storedTexts.set(key, value),
      remove: (key) => void storedTexts.delete(key),
      subscribe: () => () => undefined,
    },
  });
  const transport = createTransport({
    baseUrl: `${serverUrl}/api`,
    fetch,
    session,
    language: () => 'en',
    platform: 'web',
    clock: Date.now,
    locks: { run: (_name, callback) => callback() },
  });
  return Object.assign(transport, { session });
}
