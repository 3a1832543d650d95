import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { freePort } from '#test/setup/free-port.ts';
import { executeOn } from '#test/setup/postgres-client.ts';
import { root } from '#test/setup/source-tree.ts';
import {
  demoDatabase,
  type DemoDatabase,
  isOnPostgres,
  testDatabase,
} from '#test/setup/test-database.ts';

/** The engine's first start is slow on a busy machine. */
const LONG_MS = 120_000;

let directory: string;
/** A folder, and on PostgreSQL a database, with which the server could start. */
let data: string;
let database: DemoDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'club-start-'));
  data = join(directory, 'data');
  database = await demoDatabase();
  if (database.dataFrom) await cp(database.dataFrom, data, { recursive: true });
}, LONG_MS);
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/**
 * Runs a server program until it exits.
 * @returns its exit code and all output
 */
async function run(program: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DEMO_DATA: '0',
      PORT: '0',
      DATA_DIR: data,
      ...(database.url === null ? {} : { DATABASE_URL: database.url }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const listen = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/**
 * Starts the server.
 * @returns the single line with which the start failed
 */
async function failure(settings: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run('server/main.ts', settings);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^.+\n$/) });
  return output.trim();
}

/** Returns the address of the test's PostgreSQL, with a part changed. */
function addressWith(change: (url: URL) => void): string {
  const url = new URL(database.url ?? '');
  change(url);
  return url.href;
}

describe('a failed start logs its cause in one sentence', { timeout: LONG_MS }, () => {
  test('a port that is taken', async () => {
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const address = otherServer.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await failure({ PORT: String(port) })).toMatch(/PORT is in use .* set another PORT/);
    otherServer.close();
  });

  test('a database of a newer version', async () => {
    const onDatabase = async (statement: RawBuilder<unknown>) => {
      const { db, close } = await openDatabase({ url: database.url, directory: data });
      await statement.execute(db);
      await close();
    };
    await onDatabase(
      sql`insert into kysely_migration (name, timestamp) values ('999-later', 'now')`,
    );
    await onDatabase(sql`update server_state set value = '999-later' where key = 'schema_needs'`);
    expect(await failure()).toMatch(/newer version .* \(999-later\): start that/);
    expect(await run('server/migrate.ts', {})).toMatchObject({
      output: expect.stringContaining('This version doesn’t work with it.') as string,
    });
    await onDatabase(
      sql`update server_state set value = '024-lead-reminders' where key = 'schema_needs'`,
    ); // An additive migration doesn't stop the older build.
    const { output } = await run('server/migrate.ts', {});
    expect(output).toMatch(/From a newer version: 999-later\nThis version works with it/);
    expect(await failure({ HOST: '192.0.2.1' })).toContain('HOST isn’t an address');
    await onDatabase(sql`delete from kysely_migration where name = '999-later'`);
  });
});

// These failures don't depend on the engine.
describe.runIf(isOnPostgres)('a failed start with either engine logs', { timeout: LONG_MS }, () => {
  test('an unreachable database', async () => {
    const address = `postgres://s3cret:s3cret@127.0.0.1:${await freePort()}/club`;
    const output = await failure({ DATABASE_URL: address });
    expect(output).toMatch(/Can’t reach the database at DATABASE_URL \(ECONNREFUSED\): start it/);
    expect(output).not.toContain('s3cret');
  });

  test('an address that doesn’t belong to this machine', async () => {
    expect(await failure({ HOST: '192.0.2.1' })).toContain('HOST isn’t an address of this machine');
  });

  test('a folder without the built app', async () => {
    const output = await failure({ APP_DIR: join(directory, 'nowhere') });
    expect(output).toMatch(/APP_DIR contains no built app: run `npm run build`/);
  });

  test('a new epoch for a database with a pending migration', async () => {
    const emptyDatabase = await testDatabase();
    const { code, output } = await run('server/new-epoch.ts', {
      DATABASE_URL: emptyDatabase.url ?? '',
    });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The database lacks 001-access.*: run `node server\/migrate.ts up` first\.\n$/,
    );
    await emptyDatabase.drop();
  });

  test('the wrong database URL of an operator’s program', async () => {
    const { code, output } = await run('server/new-epoch.ts', {
      DATABASE_URL: 'postgres//s3cret@x',
    });
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL: must be a URL that starts with postgres');
    expect(output).not.toMatch(/s3cret|^\s+at /m);
  });
});

// Checked before any database is opened, so one engine is enough.
describe.runIf(isOnPostgres)('a mistyped secret (security 26)', { timeout: LONG_MS }, () => {
  test.each([
    'DATABASE_URL',
    'SMTP_URL',
    'SMS_GATEWAY_URL',
    'ADDRESS_SEARCH_URL',
    'METRICS_TOKEN',
    'CODE_PEPPER',
    'VOUCHER_KEYS',
  ])('in %s is reported without its value', async (name) => {
    const { code, output } = await run('server/main.ts', { [name]: 'x//s3cret@x' });
    expect(code).toBe(1);
    expect(output).toContain(name);
    expect(output).not.toMatch(/s3cret|^\s+at /m);
  });
});

describe.runIf(isOnPostgres)('a failed start on PostgreSQL logs that', { timeout: LONG_MS }, () => {
  test('the role doesn’t exist', async () => {
    const output = await failure({ DATABASE_URL: addressWith((url) => (url.username = 's3cret')) });
    expect(output).toMatch(/doesn’t know the role in DATABASE_URL: create the role/);
    expect(output).not.toContain('s3cret');
  });

  test('the database doesn’t exist', async () => {
    const output = await failure({
      DATABASE_URL: addressWith((url) => (url.pathname = '/nowhere')),
    });
    expect(output).toMatch(/server has no database with the name in DATABASE_URL: create it/);
  });

  test('the role can’t create tables', async () => {
    const freshDatabase = await testDatabase();
    const role = `club_bare_${process.pid}`;
    await executeOn(database.url ?? '', `CREATE ROLE ${role} LOGIN`);
    const url = new URL(freshDatabase.url ?? '');
    url.username = role;
    const output = await failure({ DATABASE_URL: url.href });
    expect(output).toMatch(/DATABASE_URL role isn’t allowed to change the schema: grant it/);
    await freshDatabase.drop();
    await executeOn(database.url ?? '', `DROP ROLE ${role}`);
  });
});

describe.runIf(!isOnPostgres)(
  'a failed start on the embedded database logs that',
  { timeout: LONG_MS },
  () => {
    test('its folder is a file', async () => {
      const file = join(directory, 'file');
      await writeFile(file, '');
      expect(await failure({ DATA_DIR: file })).toContain(
        'DATA_DIR is a file: set it to a directory',
      );
      expect(await failure({ DATA_DIR: join(file, 'in it') })).toContain('DATA_DIR is a file');
    });

    test.runIf(existsSync('/proc/self'))('its folder can’t be created', async () => {
      expect(await failure({ DATA_DIR: '/proc/club/data' })).toMatch(/DATA_DIR can’t be created/);
    });

    test('its folder is damaged, in any part', async () => {
      const damageActions: ((files: string) => Promise<void>)[] = [
        (files) => writeFile(join(files, 'global', 'pg_control'), 'damaged'),
        (files) => rm(join(files, 'global'), { recursive: true }),
        (files) => writeFile(join(files, 'PG_VERSION'), '12\n'),
        (files) => rm(join(files, 'pg_wal'), { recursive: true }),
      ];
      for (const damage of damageActions) {
        const copy = await mkdtemp(join(directory, 'damaged-'));
        await cp(data, copy, { recursive: true });
        await damage(join(copy, 'db'));
        expect(await failure({ DATA_DIR: copy })).toMatch(/DATA_DIR is damaged.*restore a backup/);
      }
    });

    test('its folder isn’t a database', async () => {
      const otherDirectory = join(directory, 'other');
      await mkdir(join(otherDirectory, 'db'), { recursive: true });
      await writeFile(join(otherDirectory, 'db', 'PG_VERSION'), '');
      expect(await failure({ DATA_DIR: otherDirectory })).toMatch(/DATA_DIR is damaged/);
    });
  },
);
