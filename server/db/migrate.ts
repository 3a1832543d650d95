import { type Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as access from './migrations/001-access.ts';
import * as rooms from './migrations/002-rooms.ts';
import * as leads from './migrations/003-leads.ts';
import * as registration from './migrations/004-registration.ts';
import * as fakerTokens from './migrations/005-faker-tokens.ts';
import * as account from './migrations/006-account.ts';
import * as push from './migrations/008-push.ts';
import * as tiers from './migrations/009-tiers.ts';
import * as surveys from './migrations/010-surveys.ts';
import * as contents from './migrations/011-contents.ts';
import * as support from './migrations/012-support.ts';
import * as shop from './migrations/013-shop.ts';
import * as clubCards from './migrations/014-club-cards.ts';
import * as scanTombstones from './migrations/015-scan-tombstones.ts';
import * as provedAddresses from './migrations/016-proved-addresses.ts';
import { type Database } from './tables.ts';

/** In order. A migration that has been released is never changed; a new one gets the next number. */
const migrations: Record<string, Migration> = {
  '001-access': access,
  '002-rooms': rooms,
  '003-leads': leads,
  '004-registration': registration,
  '005-faker-tokens': fakerTokens,
  '006-account': account,
  '008-push': push,
  '009-tiers': tiers,
  '010-surveys': surveys,
  '011-contents': contents,
  '012-support': support,
  '013-shop': shop,
  '014-club-cards': clubCards,
  '015-scan-tombstones': scanTombstones,
  '016-proved-addresses': provedAddresses,
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
