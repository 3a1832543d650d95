import { addRxPlugin } from 'rxdb';
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema';
import type { ClubDatabase } from './database.ts';

addRxPlugin(RxDBMigrationSchemaPlugin);

/** Documents in one step of a migration: 10, the default, took 118 s for 10,000; this takes 4 s. */
const MIGRATION_BATCH = 2000;

/** Takes the documents of older versions over into the collections of this build (F26). */
export async function migrate(database: ClubDatabase): Promise<void> {
  for (const collection of Object.values(database.collections)) {
    if (await collection.migrationNeeded()) await collection.migratePromise(MIGRATION_BATCH);
  }
}
