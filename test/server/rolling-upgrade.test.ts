import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PAGE } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { root } from '#test/setup/source-tree.ts';
import { type DemoDatabase, demoDatabase, isOnPostgres } from '#test/setup/test-database.ts';
import { copyServer } from '#tools/release/release.ts';
import { addNextMigration } from './next-build.ts';
import { requestJson, newProject, signIn } from './spawned-client.ts';

const LONG_MS = 120_000;
/** Writes the next build to a folder. */
function writeNextBuild(folder: string): void {
  copyServer(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  addNextMigration(folder);
}

describe.runIf(isOnPostgres)('an upgrade while the old build serves requests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-next-'));
  const servers: SpawnedServer[] = [];
  let database: DemoDatabase;
  let environment: Record<string, string>;
  beforeAll(async () => {
    database = await demoDatabase();
    environment = { DATABASE_URL: database.url ?? '', MIGRATE_AT_START: '0', DEMO_DATA: '0' };
    writeNextBuild(folder);
  }, LONG_MS);
  afterAll(async () => {
    for (const server of servers) await server.dispose();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const startServer = async (installedIn: string) => {
    const server = await spawnServer({ appDirectory: null, environment, installedIn });
    servers.push(server);
    return server;
  };
  const migrateUp = async () =>
    promisify(execFile)(process.execPath, ['server/migrate.ts', 'up'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'development', ...environment },
    });
  const projectsAt = async (server: SpawnedServer, token: string) => {
    const { data } = await requestJson<{ data: { uuid: string }[] }>(
      server,
      `${calls.listProjects.path}?limit=${MAX_PAGE}`,
      { token },
    );
    return data.map(({ uuid }) => uuid).toSorted();
  };

  test(
    'F51: the old build works during the migration and beside the new one; nothing is lost or duplicated',
    async () => {
      const oldServer = await startServer(root);
      const token = await signIn(oldServer);
      const before = await projectsAt(oldServer, token);
      const keys: ReturnType<typeof randomUUID>[] = [];
      const createdIds: string[] = [];
      const createProjectAt = async (server: SpawnedServer) => {
        const key = randomUUID();
        createdIds.push(await newProject(server, token, key));
        keys.push(key);
      };
      let isMigrated = false;
      const migrated = migrateUp().finally(() => (isMigrated = true));
      while (!isMigrated) await createProjectAt(oldServer);
      expect((await migrated).stdout).toContain('the latest 999-next');
      await createProjectAt(oldServer);

      const next = await startServer(folder);
      for (const server of [next, oldServer, next]) await createProjectAt(server);
      // A request that one build has handled has no second effect on the other.
      const repeatedIds = [];
      for (const key of keys) repeatedIds.push(await newProject(next, token, key));
      expect(repeatedIds).toEqual(createdIds);
      const all = [...before, ...createdIds].toSorted();
      expect(await projectsAt(next, token)).toEqual(all);
      expect(await projectsAt(oldServer, token)).toEqual(all);

      expect(await oldServer.stop()).toBe(0);
      await createProjectAt(next);
      expect(await projectsAt(next, token)).toHaveLength(all.length + 1);
    },
    LONG_MS,
  );
});
