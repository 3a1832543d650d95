import { renewEpoch } from './db/epoch.ts';
import { onDatabase } from './db/operator-database.ts';

/*
 * `node server/new-epoch.ts`: to be run once after the database was restored from a backup, before the
 * server starts again. Every device then pulls from the beginning and sends what the server lost (F43).
 */
await onDatabase(async (db) => {
  process.stdout.write(`The database's epoch is now ${await renewEpoch(db)}\n`);
});
