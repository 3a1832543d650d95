import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import { sqlStateOf } from './database-trouble.ts';
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
import * as reservedPoints from './migrations/016-reserved-points.ts';
import * as askedCodes from './migrations/017-asked-codes.ts';
import * as provedAddresses from './migrations/018-proved-addresses.ts';
import * as team from './migrations/019-team.ts';
import * as messages from './migrations/020-messages.ts';
import * as leadsByDefault from './migrations/021-leads-by-default.ts';
import * as certificates from './migrations/022-certificates.ts';
import * as marketing from './migrations/023-marketing.ts';
import * as leadReminders from './migrations/024-lead-reminders.ts';
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
  '016-reserved-points': reservedPoints,
  '017-asked-codes': askedCodes,
  '018-proved-addresses': provedAddresses,
  '019-team': team,
  '020-messages': messages,
  '021-leads-by-default': leadsByDefault,
  '022-certificates': certificates,
  '023-marketing': marketing,
  '024-lead-reminders': leadReminders,
};

/**
 * Brings the database to the newest shape. Safe when several processes start at once: PostgreSQL's
 * advisory lock lets one work and the others wait. Throws the failed migration's error, and nothing
 * of that migration stays; `StartError` where the database is newer than this build, or may not be changed.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  await refuseNewer(db);
  const { error } = await migrator.migrateToLatest();
  if (sqlStateOf(error) === NO_PRIVILEGE) {
    throw new StartError(
      'The role of DATABASE_URL may not change the database: grant it the right to create tables in its schema.',
      { cause: error },
    );
  }
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('A migration failed.', { cause: error });
}

const NO_PRIVILEGE = '42501';
const NO_TABLE = '42P01';

/** What a newer build has written may be in a shape that this one would spoil. */
async function refuseNewer(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
    .execute(db)
    .catch((error: unknown) => {
      // Nothing was ever migrated.
      if (sqlStateOf(error) === NO_TABLE) return { rows: [] };
      throw error;
    });
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new StartError(
    `The database is of a newer version of this server (${unknown.join(', ')}): start that version, or restore a backup from before it.`,
  );
}
