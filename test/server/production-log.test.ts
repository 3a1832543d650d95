import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { DEVELOPMENT_VOUCHER_KEYS } from '#server/orders/voucher-keys.ts';
import { freePort } from '#test/setup/free-port.ts';
import { root } from '#test/setup/source-tree.ts';
import { demoDatabase, type DemoDatabase, isOnPostgres } from '#test/setup/test-database.ts';

/** Allows for a busy CI machine. */
const LONG_MS = 120_000;
/** Failures that a test triggers in the process, using signals. */
const FAILING_SCRIPT = `
process.on('SIGUSR2', () => process.emitWarning('The gap is wide.', { code: 'TEST_GAP' }));
process.on('SIGHUP', () => void Promise.reject(new Error('of s3cret@example.com')));
`;

let folder: string;
let database: DemoDatabase;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-log-'));
  await writeFile(join(folder, 'failures.mjs'), FAILING_SCRIPT);
  database = await demoDatabase();
  if (database.dataFrom) await cp(database.dataFrom, folder, { recursive: true });
}, LONG_MS);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true });
});

type Line = Readonly<Record<string, unknown>>;

function linesOf(output: string): Line[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Line);
}

/**
 * Runs a server program in production mode.
 * @returns its output
 */
async function runInProduction(program: string, settings: Record<string, string> = {}) {
  const port = String(await freePort());
  const child = spawn(process.execPath, program.split(' '), {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'failures.mjs')).href}`,
      PORT: port,
      DATA_DIR: folder,
      ...(database.url !== null && { DATABASE_URL: database.url }),
      ...(database.url === null && !('DATABASE_URL' in settings) && { DATABASE: 'embedded' }),
      MAIL_FROM: 'no-reply@club.example',
      PUSH_CONTACT: 'mailto:operator@club.example',
      CODE_PEPPER: 'a pepper of more than thirty-two characters',
      VOUCHER_KEYS: DEVELOPMENT_VOUCHER_KEYS,
      APP_URL: 'https://club.example',
      // Unreachable services.
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMS_GATEWAY_URL: 'http://127.0.0.1:1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  // Keep the two pipes apart, because the relative order of their lines is unknown.
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exited = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    address: `http://127.0.0.1:${port}`,
    output: () => output.out + output.err,
    /** The exit code. */
    ended: exited.then(([code]) => code),
    /** Waits for the exit and parses all output, stderr last; throws if a line isn't JSON. */
    lines: async () => {
      await exited;
      return [...linesOf(output.out), ...linesOf(output.err)];
    },
    /** Waits for the exit and parses stderr. */
    errorLines: async () => {
      await exited;
      return linesOf(output.err);
    },
  };
}

/** Starts the server and waits until it is ready. */
async function startInProduction() {
  const server = await runInProduction('server/main.ts');
  const isReady = () =>
    fetch(`${server.address}/ready`).then(
      ({ ok }) => ok,
      () => server.child.exitCode !== null,
    );
  await expect.poll(isReady, { timeout: LONG_MS }).toBe(true);
  return server;
}

describe('in production the server logs only lines of JSON', { timeout: LONG_MS }, () => {
  test('from start to stop, for successes and failures', async () => {
    const server = await startInProduction();
    const login = (body: string) =>
      fetch(`${server.address}/api${calls.requestSignInCode.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const { email, region } = demoAccounts.polishOwner;
    expect((await login(JSON.stringify({ email, region }))).status).toBe(200);
    expect((await login('{')).status).toBe(400);
    expect((await fetch(`${server.address}/nowhere?of=s3cret`)).status).toBe(404);
    // Wait for the warning that the code couldn't be sent.
    await expect.poll(server.output, { timeout: LONG_MS }).toContain('"level":"warn"');
    server.child.kill('SIGUSR2');
    await expect.poll(server.output).toContain('TEST_GAP');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);

    const lines = await server.lines();
    expect(lines.filter(({ level, time, msg }) => !level || !time || !msg)).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'TEST_GAP', msg: 'The gap is wide.' }),
    );
    expect(server.output()).toContain(`Server listening at ${server.address}`);
    expect(server.output()).not.toMatch(/s3cret|dachy-nowak/);
  });

  // Independent of the database, so one engine is enough.
  test.runIf(isOnPostgres)(
    'an uncaught error ends the process and is its last error line',
    async () => {
      const server = await startInProduction();
      server.child.kill('SIGHUP');
      expect(await server.ended).toBe(1);
      const errorLines = await server.errorLines();
      expect(errorLines.filter(({ level }) => level === 'fatal')).toHaveLength(1);
      const last = errorLines.at(-1);
      expect(last).toMatchObject({ level: 'fatal', code: 'uncaught', type: 'Error' });
      expect(last?.['stack']).toEqual(
        expect.arrayContaining([expect.stringContaining('failures.mjs')]),
      );
      expect(server.output()).not.toContain('s3cret');
    },
  );

  test.runIf(isOnPostgres).each([
    ['server/main.ts', { CODE_PEPPER: 's3cret' }, 'configuration'],
    ['server/main.ts', { LOG_LEVEL: 'silent', APP_DIR: '/nowhere' }, 'app_missing'],
    ['server/main.ts', { DATABASE_URL: 'postgres://s3cret@127.0.0.1:1/x' }, 'database_unreachable'],
    ['server/main.ts', { HOST: '192.0.2.1' }, 'host_unknown'],
    [
      'server/migrate.ts up',
      { DATABASE_URL: 'postgres://s3cret@127.0.0.1:1/x' },
      'database_unreachable',
    ],
    ['server/migrate.ts down', {}, 'invalid_usage'],
    ['server/new-epoch.ts', { LOG_LEVEL: 's3cret' }, 'configuration'],
  ])('%s with %j logs why it can’t start: %s', async (program, settings, code) => {
    const run = await runInProduction(program, settings);
    expect(await run.ended).toBe(1);
    expect(await run.lines()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: 'fatal', code, msg: expect.any(String) as string }),
      ]),
    );
    expect(run.output()).not.toContain('s3cret');
  });
});
