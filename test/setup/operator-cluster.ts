import { execFile, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { hasIcuLocales } from './postgres-binaries.ts';
import { executeOn } from './postgres-client.ts';
import { unprivilegedAccount } from './postgres-cluster.ts';

/**
 * Temporary PostgreSQL set up like an operator's: database `club`, its own role, and a backup
 * folder.
 */
export interface OperatorCluster {
  /** URL of database `club` with role `club`, which has no other rights. */
  readonly url: string;
  /** Replaces `/backups`. */
  readonly backups: string;
  /**
   * Runs shell commands as the PostgreSQL account, with `/backups` replaced by this cluster's
   * folder. Throws with their output if one fails.
   * @returns their output
   */
  run(commands: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  /** Stops it and removes its files. */
  dispose(): Promise<void>;
}

const BACKUPS = '/backups';

/** @param settings lines of `postgresql.conf` */
export async function startOperatorCluster(
  binaries: string,
  settings: string,
): Promise<OperatorCluster> {
  const account = unprivilegedAccount();
  const home = mkdtempSync(join(tmpdir(), 'club-cluster-'));
  const [data, backups] = [join(home, 'data'), join(home, 'backups')];
  mkdirSync(join(backups, 'wal'), { recursive: true });
  for (const folder of account === null ? [] : [home, backups, join(backups, 'wal')]) {
    chownSync(folder, account?.uid ?? 0, account?.gid ?? 0);
  }
  const port = String(await freePort());
  const env = {
    ...process.env,
    HOME: home,
    PATH: [binaries, process.env['PATH']].join(delimiter),
    PGDATA: data,
    PGHOST: '127.0.0.1',
    PGPORT: port,
    PGUSER: 'postgres',
    // Default when --dbname is omitted.
    PGDATABASE: 'postgres',
  };
  const options = { cwd: home, ...account };
  const run: OperatorCluster['run'] = async (commands, variables = {}) => {
    const script = commands.replaceAll(BACKUPS, backups);
    const bashArgs = ['-o', 'errexit', '-o', 'pipefail', '-c', script];
    const result = await promisify(execFile)('bash', bashArgs, {
      ...options,
      env: { ...env, ...variables },
    });
    return result.stdout;
  };

  const icu = hasIcuLocales(binaries) ? ['--locale-provider=icu', '--icu-locale=en-US'] : [];
  const initdb = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C', ...icu];
  const initResult = spawnSync(join(binaries, 'initdb'), initdb, {
    ...options,
    env,
    encoding: 'utf8',
  });
  if (initResult.status !== 0)
    throw new Error(`initdb failed: ${initResult.stderr || initResult.error?.message}`);
  const clusterSettings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`;
  appendFileSync(
    join(data, 'postgresql.conf'),
    clusterSettings + settings.replaceAll(BACKUPS, backups),
  );
  await run('pg_ctl start --wait --log="$PGDATA.log"');
  const administration = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await executeOn(administration, 'CREATE ROLE club LOGIN');
  await executeOn(administration, 'CREATE DATABASE club OWNER club');

  return {
    url: `postgres://club@127.0.0.1:${port}/club`,
    backups,
    run,
    async dispose() {
      if (existsSync(join(data, 'postmaster.pid'))) await run('pg_ctl stop --mode=immediate');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
