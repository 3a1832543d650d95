import { openDatabase } from './db/database.ts';
import { renewEpoch } from './db/epoch.ts';
import { readEnvironment } from './environment.ts';

/*
 * `node server/new-epoch.ts`: to be run once after the database was restored from a backup, before the
 * server starts again. Every device then pulls from the beginning and sends what the server lost (F43).
 */
const environment = readEnvironment(process.env);
const database = await openDatabase({
  url: environment.databaseUrl,
  directory: environment.dataDirectory,
});
try {
  process.stdout.write(`The database's epoch is now ${await renewEpoch(database.db)}\n`);
} finally {
  await database.close();
}
