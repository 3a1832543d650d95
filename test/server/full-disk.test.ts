import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { openDatabase } from '#server/db/database.ts';
import { mountSmallDisk, type SmallDisk } from '#test/setup/small-disk.ts';
import { root } from '#test/setup/source-tree.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { demoDatabase, isOnPostgres } from '#test/setup/test-database.ts';
import { requestJson, request, signIn } from './spawned-client.ts';

/** Allows for a busy CI machine. */
const LONG_MS = 300_000;
const DISK_MIB = 260;

const trialDisk = isOnPostgres ? null : mountSmallDisk(1);
trialDisk?.remove();
const canMount = trialDisk !== null;

let disk: SmallDisk;
let server: SpawnedServer | null = null;
beforeEach(({ skip }) => {
  skip(isOnPostgres, 'PostgreSQL watches its own disk');
  skip(!canMount, 'this account can’t mount a small disk to fill');
});
afterEach(async () => {
  await server?.dispose();
  server = null;
  if (canMount) disk.remove();
});

/** Mounts a small disk that already has the demo's data, because creating it takes most of a test's time. */
async function mountWithDemo(): Promise<void> {
  const smallDisk = mountSmallDisk(DISK_MIB);
  if (smallDisk === null) throw new Error('The disk can no longer be mounted.');
  disk = smallDisk;
  const { dataFrom } = await demoDatabase();
  if (dataFrom) cpSync(dataFrom, disk.path, { recursive: true });
}

/** Starts the real server with its embedded database on the small disk. */
async function start() {
  await mountWithDemo();
  const startedServer = await spawnServer({
    appDirectory: null,
    environment: { DATA_DIR: disk.path, RATE_LIMIT_FACTOR: '1000000' },
  });
  server = startedServer;
  const token = await signIn(startedServer);
  const createProject = (key: string = randomUUID()) =>
    request(startedServer, calls.createProject.path, {
      token,
      key,
      body: { streetName: 'ul. Pewna 1', postalCode: '00-001' },
    });
  const projects = async () => {
    const list = await requestJson<{ data: { uuid: string }[] }>(
      startedServer,
      `${calls.listProjects.path}?since=&limit=1000`,
      { token },
    );
    return list.data.map(({ uuid }) => uuid);
  };
  return { server: startedServer, token, createProject, projects };
}

const createdStatus = calls.createProject.status;
async function idOf(response: Response): Promise<string> {
  return ((await response.json()) as { uuid: string }).uuid;
}

describe('F49: on a full disk the embedded database', { timeout: LONG_MS }, () => {
  test('rejects writes, can be read and restarted, and recovers once there is space', async () => {
    const { server: ownServer, createProject, projects } = await start();
    const savedId = await idOf(await createProject());
    for (let round = 0; round < 3; round += 1) {
      disk.fill();
      const rejectedResponse = await createProject();
      expect(rejectedResponse.status).toBe(507);
      expect(rejectedResponse.headers.get('retry-after')).toBe('60');
      expect(await rejectedResponse.json()).toMatchObject({ errors: [{ code: 'server_full' }] });
      expect(await projects()).toContain(savedId);
      // Restart as an operator would; a stop that hangs would never return.
      await ownServer.stop();
      await ownServer.start();
      expect((await createProject()).status).toBe(507);
      disk.clear();
      expect((await createProject()).status).toBe(createdStatus);
    }
  });

  test('that fills up under load loses no acknowledged write and duplicates none', async () => {
    const { createProject, projects } = await start();
    const before = (await projects()).length;
    const acknowledgedIds: string[] = [];
    const rejectedIds: string[] = [];
    let isFinished = false;
    const writeOn = async () => {
      while (!isFinished) {
        const key = randomUUID();
        const response = await createProject(key);
        expect([createdStatus, 507]).toContain(response.status);
        if (response.status === createdStatus) acknowledgedIds.push(await idOf(response));
        else rejectedIds.push(key);
      }
    };
    const fillAndClear = async () => {
      for (let round = 0; round < 5; round += 1) {
        const [acceptedCount, rejectedCount] = [acknowledgedIds.length, rejectedIds.length];
        await expect
          .poll(() => acknowledgedIds.length, { timeout: 60_000 })
          .toBeGreaterThan(acceptedCount + 5);
        disk.fill();
        await expect
          .poll(() => rejectedIds.length, { timeout: 60_000 })
          .toBeGreaterThan(rejectedCount);
        disk.clear();
      }
      isFinished = true;
    };
    await Promise.all([fillAndClear(), ...Array.from({ length: 4 }, writeOn)]);
    const repeats = await Promise.all(rejectedIds.slice(0, 20).map((key) => createProject(key)));
    acknowledgedIds.push(...(await Promise.all(repeats.map(idOf))));
    const storedProjects = await projects();
    expect(storedProjects.filter((uuid) => acknowledgedIds.includes(uuid))).toHaveLength(
      acknowledgedIds.length,
    );
    expect(storedProjects).toHaveLength(before + acknowledgedIds.length);
  });

  test('that was killed reports that it needs space for its log, and starts once there is space', async () => {
    const { server: ownServer, createProject, projects } = await start();
    const savedId = await idOf(await createProject());
    await ownServer.kill();
    // Remove the reserve as well.
    rmSync(join(disk.path, 'db.reserve'));
    disk.fill(2 ** 20);
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: disk.path },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output).toMatch(
      /^The disk of DATA_DIR is full: free up (\d+ MiB|space) and start again\.\n$/,
    );
    disk.clear();
    await ownServer.start();
    expect(await projects()).toContain(savedId);
    expect((await createProject()).status).toBe(createdStatus);
    expect(existsSync(join(disk.path, 'db.reserve'))).toBe(true);
  });
});

/** Script that writes to the engine's log directly, past the write guard, until the reserve is used. */
const logWriterScript = (directory: string) => `
  import { existsSync } from 'node:fs';
  import { once } from 'node:events';
  import { sql } from 'kysely';
  import { openDatabase } from '#server/db/database.ts';
  const { db } = await openDatabase({ url: null, directory: ${JSON.stringify(directory)} });
  await sql\`create table kept as select 1 as one\`.execute(db);
  process.stdout.write('open\\n');
  await once(process.stdin, 'data');
  for (let hadReserve = true; ; ) {
    await sql\`select pg_logical_emit_message(true, 'log', repeat('x', 1000000))\`.execute(db);
    const hasReserve = existsSync(${JSON.stringify(join(directory, 'db.reserve'))});
    if (hadReserve && !hasReserve) process.stdout.write('uses the reserve\\n');
    hadReserve = hasReserve;
  }`;

test(
  'F49: the embedded engine uses its reserve, and exits with a message when it is used up',
  async () => {
    await mountWithDemo();
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', logWriterScript(disk.path)],
      { cwd: root },
    );
    let [output, errorOutput] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    await expect.poll(() => output, { timeout: 60_000 }).toBe('open\n');
    disk.fill();
    child.stdin.end('go');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output).toBe('open\nuses the reserve\n');
    expect(errorOutput).toBe('The disk of DATA_DIR is full: free up space and start again.\n');
    disk.clear();
    const reopenedDatabase = await openDatabase({ url: null, directory: disk.path });
    expect((await sql`select one from kept`.execute(reopenedDatabase.db)).rows).toEqual([
      { one: 1 },
    ]);
    await reopenedDatabase.close();
  },
  LONG_MS,
);
