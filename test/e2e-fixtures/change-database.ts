import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { executeOn } from '#test/setup/postgres-client.ts';
import type { Club } from './club.ts';

/** Stops the server, changes its database, and starts it again. */
export async function changeDatabase(
  { server, databaseUrl }: Pick<Club, 'server' | 'databaseUrl'>,
  statement: string,
): Promise<void> {
  await server.stop();
  if (databaseUrl !== undefined) await executeOn(databaseUrl, statement);
  else {
    const database = await PGlite.create(join(server.dataDirectory, 'db'));
    try {
      await database.query(statement);
    } finally {
      await database.close();
    }
  }
  await server.start();
}
