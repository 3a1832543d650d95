import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { hasIcuLocales } from './postgres-binaries.ts';

/** A temporary cluster: URL, and a function that stops and removes it. */
export type Cluster = { url: string; stop: () => Promise<void> };

type Account = { uid: number; gid: number };

/** Speed over durability: the data lives as long as the test run. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
};

/** tmpfs on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** Maximum size of a run's cluster, including its log. */
const MAX_CLUSTER_BYTES = 3 * 2 ** 30;

/** Startup timeout of a new cluster in ms. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts PostgreSQL on a free loopback port. PostgreSQL doesn't start as root, so then it runs as
 * `postgres` or `nobody`. Its default collation is linguistic (ICU), which exposes queries that rely
 * on byte order. Throws with the server's log if it doesn't start.
 */
export async function startCluster(binaries: string): Promise<Cluster> {
  const account = unprivilegedAccount();
  const home = mkdtempSync(join(clusterFolder(), 'club-postgres-'));
  const data = join(home, 'data');
  if (account !== null) chownSync(home, account.uid, account.gid);
  const run = { cwd: home, env: { ...process.env, HOME: home }, ...account };

  const icu = hasIcuLocales(binaries) ? ['--locale-provider=icu', '--icu-locale=en-US'] : [];
  const initdb = ['-D', data, '-U', 'club', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  const initResult = spawnSync(join(binaries, 'initdb'), [...initdb, ...icu], {
    ...run,
    encoding: 'utf8',
  });
  if (initResult.status !== 0)
    throw new Error(`initdb failed: ${initResult.stderr || initResult.error?.message}`);

  const port = await freePort();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `postgres://club@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url, server);

  return {
    url,
    stop: async () => {
      await stopServer(server);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Directory of the cluster, on tmpfs if there is space. Copying a database of some thousand small
 * files takes four to eight times as long on disk.
 */
function clusterFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > MAX_CLUSTER_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Account that runs the server when this process is root; null for any other user. */
export function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no other account to run it as.');
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  let output = '';
  server.stderr?.on(
    'data',
    (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)),
  );
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    if (await responds(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stopServer(server);
  throw new Error(`PostgreSQL did not start:\n${output}`);
}

async function responds(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Stops the server with SIGINT, PostgreSQL's fast shutdown: open sessions are terminated. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exited;
}
