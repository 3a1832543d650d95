import { type Kysely } from 'kysely';
import { type Environment, readEnvironment } from '../environment.ts';
import { logUncaught, exitWithError } from '../fatal-errors.ts';
import { StartError } from '../start-error.ts';
import { openDatabase } from './database.ts';
import { type Database } from './tables.ts';

/**
 * Does an operator's act on the database that the environment names, in a process of its own. The embedded
 * database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not. Where the
 * environment is wrong or the database can't be opened it says so, and the process ends with 1.
 * Throws as the act.
 */
export async function runOnDatabase(
  act: (db: Kysely<Database>, environment: Environment) => Promise<void>,
): Promise<void> {
  logUncaught();
  try {
    const environment = readEnvironment(process.env);
    const { databaseUrl: url, dataDirectory: directory } = environment;
    // Whoever operates waits for as long as it takes.
    const database = await openDatabase({ url, directory, poolSize: 2, statementTimeoutMs: null });
    try {
      await act(database.db, environment);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    exitWithError(error);
  }
}
