import { addRxPlugin, type RxDatabase } from 'rxdb';
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema';

/** Number of documents per step. Migrating ten thousand took 118 s with the default of 10, and 4 s with 2000. */
const MIGRATION_BATCH = 2000;

/** Migrates documents of older versions to this build's collections (F26). */
export async function migrate(database: Pick<RxDatabase, 'collections'>): Promise<void> {
  // Not added when this module loads, because the plugin looks for older data in each collection that opens later.
  addRxPlugin(RxDBMigrationSchemaPlugin);
  for (const collection of Object.values(database.collections)) {
    if (await collection.migrationNeeded()) await collection.migratePromise(MIGRATION_BATCH);
  }
}
