import { type Kysely } from 'kysely';
import { readEnvironment } from '../environment.ts';
import { openDatabase } from './database.ts';
import { type Database } from './tables.ts';

/**
 * Does an operator's act on the database that the environment names, in a process of its own. The embedded
 * database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 * Throws as the act, and where the environment is wrong or the database can't be opened.
 */
export async function onDatabase(act: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const { databaseUrl: url, dataDirectory: directory } = readEnvironment(process.env);
  const database = await openDatabase({ url, directory });
  try {
    await act(database.db);
  } finally {
    await database.close();
  }
}
