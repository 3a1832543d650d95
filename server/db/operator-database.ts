import { type Kysely } from 'kysely';
import { type Environment, readEnvironment } from '../environment.ts';
import { logUncaught, exitWithError } from '../fatal-errors.ts';
import { StartError } from '../start-error.ts';
import { openDatabase } from './database.ts';
import { type Database } from './tables.ts';

/**
 * Runs an operator's command on the configured database, in its own process. The embedded database belongs to one
 * process, so the server must be stopped first; with PostgreSQL it may run. If the environment is invalid or the
 * database can't be opened, prints the reason and exits with code 1. Throws the command's errors.
 */
export async function runOnDatabase(
  command: (db: Kysely<Database>, environment: Environment) => Promise<void>,
): Promise<void> {
  logUncaught();
  try {
    const environment = readEnvironment(process.env);
    const { databaseUrl: url, dataDirectory: directory } = environment;
    // There is no statement timeout, because operator commands may take a long time.
    const database = await openDatabase({ url, directory, poolSize: 2, statementTimeoutMs: null });
    try {
      await command(database.db, environment);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    exitWithError(error);
  }
}
