import { renewEpoch } from './db/epoch.ts';
import { readMigrationStatus } from './db/migrate.ts';
import { runOnDatabase } from './db/operator-database.ts';
import { StartError } from './start-error.ts';

/*
 * `node server/new-epoch.ts`: starts a new epoch. This must be run once after a backup has been restored, before the
 * server starts. Every device then pulls its data from the beginning, and resends the data that the server lost (F43).
 */
await runOnDatabase(async (db) => {
  const { pending } = await readMigrationStatus(db);
  if (pending.length > 0) {
    throw new StartError(
      'migrations_pending',
      `The database lacks ${pending.join(', ')}: run \`node server/migrate.ts up\` first.`,
    );
  }
  process.stdout.write(`The database's epoch is now ${await renewEpoch(db, Date.now())}\n`);
});
