import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pause } from '#test/chaos/pause.ts';
import { installDebianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';
import { readAdapted } from './front-proxies.ts';
import { findOrInstallPostgres } from './postgres-binaries.ts';
import { unprivilegedAccount } from './postgres-cluster.ts';

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
} as const;
/** Timeout of a start, a promotion or a rejoin in ms. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const PASSWORD = 'club';

/** Two PostgreSQL machines with Patroni, and HAProxy in front, with the files of `deploy/`. */
export interface PatroniCluster {
  /** URL of the primary through HAProxy. */
  readonly url: string;
  /** Kills the primary's machine: PostgreSQL and Patroni. Returns once the standby is promoted. */
  readonly killPrimary: () => Promise<void>;
  /** Starts the killed machine. Returns once it is a synchronous standby. */
  readonly rejoin: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Machine {
  readonly name: string;
  readonly home: string;
  readonly port: number;
  readonly restPort: number;
  readonly configuration: string;
  patroni: ChildProcess | null;
}

/** A machine as reported by Patroni. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** True if the programs are available; installs Debian's packages if possible. */
function hasPatroni(): boolean {
  const areInstalled = () => Object.values(programs).every((path) => existsSync(path));
  const packages = ['patroni', 'etcd-server', 'python3-etcd', 'haproxy'];
  return areInstalled() || (installDebianPackage(...packages) && areInstalled());
}

/** Starts the cluster. Throws if it isn't ready in time. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const binaries = findOrInstallPostgres();
  if (binaries === null || !hasPatroni()) throw new Error('Patroni, etcd and HAProxy are missing.');
  const home = mkdtempSync(join(tmpdir(), 'club-patroni-'));
  const account = unprivilegedAccount();
  const giveOwnership = (path: string) =>
    account !== null && chownSync(path, account.uid, account.gid);
  giveOwnership(home);
  const run = (program: string, args: readonly string[]) => {
    const options = { cwd: home, env: { ...process.env, HOME: home }, ...account };
    return spawn(program, args, { ...options, stdio: 'ignore' });
  };
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = run(programs.etcd, etcdArguments(join(home, 'etcd'), etcdPort, peerPort));
  const machines: Machine[] = [];
  for (const name of ['db1', 'db2']) {
    const folder = join(home, name);
    mkdirSync(folder);
    giveOwnership(folder);
    const ports = { port: await freePort(), restPort: await freePort() };
    const configuration = join(folder, 'patroni.yml');
    const machine = { name, home: folder, ...ports, configuration, patroni: null };
    writeFileSync(configuration, patroniConfiguration(machine, { etcdPort, binaries }));
    machines.push(machine);
  }
  const start = (machine: Machine) => {
    machine.patroni = run(programs.patroni, [machine.configuration]);
  };
  machines.forEach(start);
  await waitForStandby(machines);

  const port = await freePort();
  const proxyConfiguration = join(home, 'haproxy.cfg');
  writeFileSync(proxyConfiguration, proxyConfigurationFor(port, machines));
  const haproxy = run(programs.haproxy, ['-db', '-f', proxyConfiguration]);
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  // HAProxy also routes connections to the standby until its first health check.
  await waitUntil(() => isAlwaysWritable(url, 2 * machines.length));

  let killedMachine: Machine | null = null;
  return {
    url,
    async killPrimary() {
      const members = await waitForStandby(machines);
      const leader = members.find(({ role }) => role === 'leader')?.name;
      killedMachine = machines.find(({ name }) => name === leader) ?? null;
      const standby = machines.find(({ name }) => name !== leader);
      if (killedMachine === null || standby === undefined) throw new Error('There is no primary.');
      await kill(killedMachine);
      await waitUntil(() => isWritable(urlOf(standby)));
    },
    async rejoin() {
      if (killedMachine !== null) start(killedMachine);
      killedMachine = null;
      await waitForStandby(machines);
    },
    async stop() {
      for (const machine of machines) await kill(machine);
      for (const child of [haproxy, etcd]) {
        const exited = once(child, 'exit');
        if (child.kill('SIGKILL')) await exited;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function etcdArguments(folder: string, port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return [
    '--data-dir',
    folder,
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ];
}

function patroniConfiguration(
  { name, home, port, restPort }: Machine,
  { etcdPort, binaries }: { etcdPort: number; binaries: string },
): string {
  const text = readAdapted('patroni.yml', [
    ['name: db1', `name: ${name}`],
    ['[10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.13:2379]', `[127.0.0.1:${etcdPort}]`],
    ['/var/lib/postgresql/15/club', join(home, 'data')],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/lib/postgresql/pgpass-club', join(home, 'pgpass')],
    ['/var/run/postgresql', home],
    ['SUPERUSER_PASSWORD', PASSWORD],
    ['REPLICATION_PASSWORD', PASSWORD],
  ]);
  return text
    .replaceAll('10.0.0.11:8008', `127.0.0.1:${restPort}`)
    .replaceAll('10.0.0.11:5432', `127.0.0.1:${port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32');
}

function proxyConfigurationFor(port: number, machines: readonly Machine[]): string {
  const servers = machines.map(
    ({ name, port: databasePort, restPort }) =>
      `server ${name} 127.0.0.1:${databasePort} check port ${restPort}`,
  );
  const [first = '', second = ''] = servers;
  return readAdapted('haproxy.cfg', [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`],
    ['server db1 10.0.0.11:5432 check port 8008', first],
    ['server db2 10.0.0.12:5432 check port 8008', second],
  ]);
}

const urlOf = ({ port }: Machine) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

/** Kills Patroni and PostgreSQL, as a power cut would. */
async function kill({ patroni, home }: Machine): Promise<void> {
  if (patroni !== null && patroni.exitCode === null) {
    const exited = once(patroni, 'exit');
    if (patroni.kill('SIGKILL')) await exited;
  }
  const pidFile = join(home, 'data', 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // The backend processes end once the postmaster has been killed.
  if (isRunning(postmaster)) process.kill(postmaster, 'SIGKILL');
  await waitUntil(() => Promise.resolve(!isRunning(postmaster)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Connects several times, because HAProxy alternates between machines.
 * @returns true if every connection accepts writes
 */
async function isAlwaysWritable(url: string, connections: number): Promise<boolean> {
  for (let index = 0; index < connections; index += 1) if (!(await isWritable(url))) return false;
  return true;
}

async function isWritable(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    );
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits until one machine leads and the other has every acknowledged write. */
async function waitForStandby(machines: readonly Machine[]): Promise<readonly Member[]> {
  let members: readonly Member[] = [];
  await waitUntil(async () => {
    for (const { restPort } of machines) {
      members = await readMembers(restPort);
      const roles = members.map(({ role }) => role);
      if (roles.includes('leader') && roles.includes('sync_standby')) return true;
    }
    return false;
  });
  return members;
}

async function readMembers(restPort: number): Promise<readonly Member[]> {
  try {
    const response = await fetch(`http://127.0.0.1:${restPort}/cluster`);
    return ((await response.json()) as { members: Member[] }).members;
  } catch {
    return [];
  }
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('The PostgreSQL cluster isn’t ready.');
    await pause(POLL_MS);
  }
}
