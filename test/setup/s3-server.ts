import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { installDebianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';

/** Startup timeout in ms. */
const START_TIMEOUT_MS = 60_000;
/** Separate account and user; S3 keys are built from their names. */
const keys = { accessKey: 'club:server', secretKey: 'of-the-store-of-a-test' };
const storage = ['account', 'container', 'object'] as const;
const programs = [...storage, 'proxy'].map((name) => `/usr/bin/swift-${name}-server`);
const packages = ['proxy', ...storage].map((name) => `swift-${name}`);
const memcached = '/usr/bin/memcached';

/** Local OpenStack Swift with its S3 API and an empty bucket. */
export interface S3Server {
  /** Environment variables for the club's server. */
  readonly variables: Readonly<Record<string, string>>;
  /** Number of objects under a prefix. */
  count(prefix: string): Promise<number>;
  /** Stops responding; keeps its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** True if it is available; installs Debian's packages if possible. */
export function hasS3Server(): boolean {
  const isInstalled = () => [...programs, memcached].every((program) => existsSync(program));
  return isInstalled() || (installDebianPackage(...packages, 'memcached') && isInstalled());
}

/** Starts it on free ports with its own data directory. Throws if it doesn't respond. */
export async function startS3Server(): Promise<S3Server> {
  const home = mkdtempSync(join(tmpdir(), 'club-s3-'));
  const { account, container, object, proxy, cache } = await configure(home);
  let output = '';
  const run = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)));
    return child;
  };
  const backends = [
    run(memcached, '-l', '127.0.0.1', '-p', String(cache), '-u', userInfo().username),
    ...[account, container, object].map(([program, file]) => run(program, file)),
  ];
  let front: ChildProcess | null = null;
  const bucket = `http://127.0.0.1:${proxy.port}/files`;
  const client = new AwsClient({
    accessKeyId: keys.accessKey,
    secretAccessKey: keys.secretKey,
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  });
  const server: S3Server = {
    variables: {
      FILES_URL: bucket,
      FILES_ACCESS_KEY: keys.accessKey,
      FILES_SECRET_KEY: keys.secretKey,
    },
    async count(prefix) {
      const response = await client.fetch(`${bucket}?prefix=${encodeURIComponent(prefix)}`);
      return [...(await response.text()).matchAll(/<Key>/g)].length;
    },
    async stop() {
      if (front !== null) await stop(front);
      front = null;
    },
    async start() {
      front = run(proxy.program, proxy.file);
      // Creating the bucket is idempotent.
      const hasBucket = () =>
        client.fetch(bucket, { method: 'PUT' }).then(
          ({ status }) => status === 200 || status === 409,
          () => false,
        );
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await hasBucket())) {
        const hasExited = [...backends, front].some(({ exitCode }) => exitCode !== null);
        if (hasExited || Date.now() > deadline) throw new Error(`Swift did not start: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async dispose() {
      await server.stop();
      await Promise.all(backends.map(stop));
      rmSync(home, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server.dispose();
    throw error;
  }
  return server;
}

/** Kills a program, including its child processes. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}

/** A program and its configuration file. */
type StorageCommand = readonly [program: string, file: string];

/** Writes the configuration of each program, with each other's ports. */
async function configure(home: string) {
  const [accountPort, containerPort, objectPort, proxyPort, cache] = await freePorts();
  mkdirSync(join(home, 'devices', 'disk'), { recursive: true });
  const write = (name: string, port: number, text: string): StorageCommand => {
    const file = join(home, `${name}.conf`);
    const listenSettings = `bind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}`;
    writeFileSync(file, `[DEFAULT]\n${listenSettings}\nswift_dir = ${home}\n${text}\n`);
    return [`/usr/bin/swift-${name}-server`, file];
  };
  const storageServer = (name: (typeof storage)[number], port: number) =>
    write(
      name,
      port,
      `devices = ${home}/devices\nmount_check = false\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}`,
    );
  const [user, group] = keys.accessKey.split(':');
  const [program, file] = write(
    'proxy',
    proxyPort,
    `[pipeline:main]
pipeline = cache s3api tempauth proxy-server
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = false
[filter:tempauth]
use = egg:swift#tempauth
user_${user}_${group} = ${keys.secretKey} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000`,
  );
  // The backends may start listening later. Without `error_suppression_limit`, the proxy would ignore them for a
  // minute.
  makeRings(home, { account: accountPort, container: containerPort, object: objectPort });
  return {
    account: storageServer('account', accountPort),
    container: storageServer('container', containerPort),
    object: storageServer('object', objectPort),
    proxy: { program, file, port: proxyPort },
    cache,
  };
}

async function freePorts(): Promise<[number, number, number, number, number]> {
  return [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
}

/** One replica, on one disk. */
function makeRings(home: string, ports: Record<(typeof storage)[number], number>): void {
  const script = `
import json, sys
from swift.common.ring import RingBuilder
home, ports = sys.argv[1], json.loads(sys.argv[2])
for name, port in ports.items():
    ring = RingBuilder(4, 1, 0)
    ring.add_dev(dict(id=0, region=1, zone=1, ip='127.0.0.1', port=port, device='disk', weight=1))
    ring.rebalance()
    ring.get_ring().save(f'{home}/{name}.ring.gz')
`;
  const ringResult = spawnSync('/usr/bin/python3', ['-c', script, home, JSON.stringify(ports)], {
    encoding: 'utf8',
  });
  if (ringResult.status !== 0)
    throw new Error(`Swift's rings could not be made: ${ringResult.stderr}`);
}
