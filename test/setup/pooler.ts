import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { installDebianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';
import { unprivilegedAccount } from './postgres-cluster.ts';

const binary = '/usr/sbin/pgbouncer';
/** Startup timeout in ms. */
const START_TIMEOUT_MS = 10_000;

/** PgBouncer in front of PostgreSQL, in transaction pooling mode. */
export interface Pooler {
  /** URL of the same database through the pooler. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** True if it is available; installs Debian's package if possible. */
export function hasPooler(): boolean {
  return existsSync(binary) || (installDebianPackage('pgbouncer') && existsSync(binary));
}

/**
 * Starts PgBouncer on a free port. Throws if it doesn't respond.
 * @param url of a database
 * @param connections number of connections to PostgreSQL, shared by all clients
 */
export async function startPooler(url: string, connections: number): Promise<Pooler> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const account = unprivilegedAccount();
  const home = mkdtempSync(join(tmpdir(), 'club-pooler-'));
  const poolerPort = await freePort();
  const configuration = join(home, 'pgbouncer.ini');
  writeFileSync(
    configuration,
    [
      '[databases]',
      `* = host=${hostname} port=${port} user=${username}${password && ` password=${password}`}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${poolerPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      // After a failover, PostgreSQL is available immediately; the default waits 15 seconds.
      'server_login_retry = 1',
      'logfile = /dev/null',
    ].join('\n'),
  );
  if (account !== null) {
    chownSync(home, account.uid, account.gid);
    chownSync(configuration, account.uid, account.gid);
  }
  const child = spawn(binary, ['-q', configuration], { stdio: 'ignore', ...account });
  const address = `postgres://${username}@127.0.0.1:${poolerPort}${pathname}`;
  await waitUntilReady(address, child);
  return {
    url: address,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(home, { recursive: true });
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill('SIGKILL');
  throw new Error('PgBouncer did not start.');
}
