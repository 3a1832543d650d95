import { type Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as access from './migrations/001-access.ts';
import * as rooms from './migrations/002-rooms.ts';
import * as leads from './migrations/003-leads.ts';
import { type Database } from './tables.ts';

/** In order. A migration that has been released is never changed; a new one gets the next number. */
const migrations: Record<string, Migration> = {
  '001-access': access,
  '002-rooms': rooms,
  '003-leads': leads,
};

/**
 * Brings the database to the newest shape. Safe when several processes start at once: PostgreSQL's
 * advisory lock lets one work and the others wait. Throws the failed migration's error, and nothing
 * of that migration stays.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('A migration failed.', { cause: error });
}
