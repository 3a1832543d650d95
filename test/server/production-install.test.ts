import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { copyServer } from '#tools/release/release.ts';
import { request, signIn } from './spawned-client.ts';

const LONG_MS = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'club-installed-'));
let server: SpawnedServer | null = null;
afterAll(async () => {
  await server?.dispose();
  rmSync(folder, { recursive: true });
});

test(
  'without dev dependencies the server starts, signs in a user and serves its API description',
  async () => {
    copyServer(folder);
    await promisify(execFile)('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder });
    server = await spawnServer({ installedIn: folder, appDirectory: null });
    const token = await signIn(server);
    const projects = await request(server, calls.listProjects.path, { token });
    expect(projects.status).toBe(200);
    // The interactive API docs aren't installed either; the page without scripts is served.
    const docs = await request(server, '/docs');
    expect([docs.status, (await docs.text()).includes('<script')]).toEqual([200, false]);
  },
  LONG_MS,
);
