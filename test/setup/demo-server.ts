import { spawnServer, type SpawnedServer, type SpawnOptions } from './spawned-server.ts';
import { demoDatabase } from './test-database.ts';

/**
 * A server in a process of its own, whose database has the demo's data before it starts: to make an embedded one and to
 * load them takes five seconds of the processor. The database goes with the server.
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
