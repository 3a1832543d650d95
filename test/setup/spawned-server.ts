import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { root } from './source-tree.ts';

/** The real server, in its own process or the test's. */
export interface TestServer {
  /** Its URL, without a trailing slash. */
  readonly url: string;
  readonly dataDirectory: string;
  /** True until the process has stopped or exited. */
  isRunning(): boolean;
  /** Shuts it down cleanly and waits; keeps its data. */
  stop(): Promise<unknown>;
  /** Restarts it on the same address and data; `settings` last until the next start. */
  start(settings?: Record<string, string>): Promise<void>;
  /** Runs an operator script on its data, with its settings. The server must be stopped. */
  operate(script: string): Promise<void>;
  /** Stops it and deletes its data. */
  dispose(): Promise<void>;
}

/** A server process, as started by `npm start`. */
export interface SpawnedServer extends TestServer {
  /** Its process id, for measurements; null while stopped. */
  pid(): number | null;
  /** @returns its exit code */
  stop(): Promise<number | null>;
  /** Kills it immediately and keeps its data. */
  kill(): Promise<void>;
  /** @param installedIn location of its files until the next start */
  start(settings?: Record<string, string>, installedIn?: string): Promise<void>;
}

/** Options; by default the demo data is loaded. */
export type SpawnOptions = {
  /** Built app to serve; null for the API alone. */
  appDirectory?: string | null;
  environment?: Record<string, string>;
  /** Location of the server's files; this project by default. */
  installedIn?: string;
  /** Data directory of a stopped server to copy; empty by default. */
  dataFrom?: string | undefined;
  /** Called with each line of its output. */
  onLine?: (line: string) => void;
};

/** Timeout of a first start with migrations and demo data, in ms. */
const START_TIMEOUT_MS = 240_000;

/** Starts a server on a free port with its own data directory. */
export async function spawnServer(options: SpawnOptions = {}): Promise<SpawnedServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDirectory = mkdtempSync(join(tmpdir(), 'club-server-'));
  if (options.dataFrom !== undefined) cpSync(options.dataFrom, dataDirectory, { recursive: true });
  const appDirectory =
    options.appDirectory === undefined ? join(root, 'dist') : options.appDirectory;
  const environment = {
    ...process.env,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: dataDirectory,
    ...(appDirectory !== null && { APP_DIR: appDirectory }),
    ...options.environment,
  };
  let child: ChildProcess | null = null;

  const endProcess = async (signal: NodeJS.Signals) => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return null;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await exited;
    return running.exitCode;
  };
  const start = async (
    settings: Record<string, string> = {},
    installedIn = options.installedIn ?? root,
  ) => {
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: installedIn,
      env: { ...environment, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (options.onLine) listenTo(child, options.onLine);
    await waitUntilReady(`${url}/ready`, child);
  };
  const pid = () =>
    child?.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null;
  await start();
  return {
    url,
    dataDirectory,
    pid,
    isRunning: () => pid() !== null,
    start,
    stop: () => endProcess('SIGTERM'),
    kill: async () => {
      await endProcess('SIGKILL');
    },
    operate: (script) => operateWith(environment, script),
    dispose: async () => {
      await endProcess('SIGTERM');
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Runs an operator script with a server's settings. */
export async function operateWith(settings: NodeJS.ProcessEnv, script: string): Promise<void> {
  await promisify(execFile)(process.execPath, [script], { cwd: root, env: settings });
}

function listenTo(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', onLine);
  }
}

async function waitUntilReady(address: string, child: ChildProcess): Promise<void> {
  let output = '';
  const listen = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8_000));
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${output}`);
}
