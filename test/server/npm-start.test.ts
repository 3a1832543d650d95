import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '#test/setup/free-port.ts';
import { root } from '#test/setup/source-tree.ts';
import { type TestDatabase, testDatabase } from '#test/setup/test-database.ts';
import { copyServer } from '#tools/release/release.ts';

/** Long enough to build the app. */
const LONG_MS = 180_000;
const folder = mkdtempSync(join(tmpdir(), 'club-npm-start-'));
const release = join(folder, 'release');
let database: TestDatabase;
let npm: ChildProcess | null = null;
beforeAll(async () => {
  database = await testDatabase();
  copyServer(release);
  symlinkSync(join(root, 'node_modules'), join(release, 'node_modules'));
  mkdirSync(join(release, 'app'));
  writeFileSync(join(release, 'app/index.html'), '');
});
afterEach(() => {
  // A server that ignored the signal no longer has its parent process, but is still in its process group.
  if (npm?.pid !== undefined) killGroup(npm.pid);
  npm = null;
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

async function responds(address: string): Promise<boolean> {
  return (await fetch(address).catch(() => null)) !== null;
}

test.each([
  ['the project', root],
  ['a release', release],
])(
  'SIGTERM to `npm start` of %s stops the server and frees its port',
  async (_name, cwd) => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}/ready`;
    npm = spawn('npm', ['start'], {
      cwd,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DEMO_DATA: '0',
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        ...(database.url !== null && { DATABASE_URL: database.url }),
      },
      stdio: 'ignore',
      detached: true,
    });
    await expect.poll(() => responds(address), { timeout: LONG_MS }).toBe(true);
    const exited = once(npm, 'exit');
    npm.kill('SIGTERM');
    await exited;
    await expect.poll(() => responds(address), { timeout: 5_000 }).toBe(false);
  },
  LONG_MS,
);
