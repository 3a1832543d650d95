import { spawnServer, type SpawnedServer, type SpawnOptions } from './spawned-server.ts';
import { demoDatabase } from './test-database.ts';

/**
 * Starts a server process with the demo data preloaded, which saves five seconds of CPU time. The
 * database is deleted with the server.
 */
export async function spawnDemoServer(options: SpawnOptions = {}): Promise<SpawnedServer> {
  const database = await demoDatabase();
  const server = await spawnServer({
    ...options,
    dataFrom: database.dataFrom,
    environment: {
      ...(database.url !== null && { DATABASE_URL: database.url }),
      ...options.environment,
    },
  });
  return {
    ...server,
    async dispose() {
      await server.dispose();
      await database.drop();
    },
  };
}
