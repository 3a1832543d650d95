import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import { transact } from './database.ts';
import { getSqlState } from './database-errors.ts';
import { migrations } from './migrations.ts';
import { type Database } from './tables.ts';

/**
 * The newest migration that a build must contain to work with this schema. Additive migrations (tables, nullable
 * columns, indexes) don't change it. A migration that removes or redefines something ships one release after the code
 * that needs the old schema is gone, and puts its own name here.
 */
const REQUIRED_MIGRATION: keyof typeof migrations = '024-lead-reminders';
/** Key of the required migration in `server_state`. */
const REQUIRED_MIGRATION_KEY = 'schema_needs';

/** Keeps builds without this migration from starting, because they couldn't read the data stored from now on. */
export async function requireMigration(
  db: Kysely<Database>,
  value: keyof typeof migrations,
): Promise<void> {
  await db
    .insertInto('server_state')
    .values({ key: REQUIRED_MIGRATION_KEY, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('server_state.value', '<', value),
    )
    .execute();
}

/** State of a database's schema, by migration names. */
interface MigrationStatus {
  readonly applied: readonly string[];
  /** In this build, but not yet applied. */
  readonly pending: readonly string[];
  /** Applied by a newer build. */
  readonly newer: readonly string[];
  /** True if this build works with the newer schema. */
  readonly isUsable: boolean;
}

/** Reads the state without changing anything. */
export async function readMigrationStatus(db: Kysely<Database>): Promise<MigrationStatus> {
  const appliedNames = await readNames(
    db,
    sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`,
  );
  const requiredNames = await readNames(
    db,
    sql<{
      name: string;
    }>`select value as name from server_state where key = ${REQUIRED_MIGRATION_KEY}`,
  );
  const newer = appliedNames.filter((name) => !Object.hasOwn(migrations, name));
  return {
    applied: appliedNames,
    pending: Object.keys(migrations).filter((name) => !appliedNames.includes(name)),
    newer,
    isUsable:
      newer.length === 0 ||
      (requiredNames.length > 0 && requiredNames.every((name) => Object.hasOwn(migrations, name))),
  };
}

/**
 * Applies pending migrations. Several processes may call this at the same time, because an advisory lock of PostgreSQL
 * lets only one of them work. The lock is held for one transaction, so that it works behind a connection pooler too.
 * Leaves a newer schema unchanged if this build can use it. Throws the failed migration's error after rolling
 * everything back; `StartError` if the schema is too new or the role lacks the privilege.
 * @param db without a statement timeout
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { pending, newer, isUsable } = await readMigrationStatus(db);
  if (!isUsable) throw databaseTooNew(newer);
  if (newer.length > 0 || pending.length === 0) return;
  try {
    // `transact` retries, because a migration of several tables can deadlock with writes of the previous version.
    await transact(db, runMigrations);
  } catch (error) {
    throw getSqlState(error) === INSUFFICIENT_PRIVILEGE ? schemaChangeDenied(error) : error;
  }
}

/** An arbitrary number; must be the same in all builds. */
const MIGRATION_LOCK = 4_711_024;

/** @throws the migration's error, so that the transaction is rolled back */
async function runMigrations(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
  // The migrator continues after a permission error in a failed transaction, which hides the cause.
  const { rows } = await sql<{ allowed: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as allowed`.execute(trx);
  if (rows[0]?.allowed !== true) throw schemaChangeDenied();
  const migrator = new Migrator({
    db: trx,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // A migration with a lower number may be released after one with a higher number.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('A migration failed.', { cause: error });
  if (results === undefined || results.length === 0) return;
  await requireMigration(trx, REQUIRED_MIGRATION);
}

const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_TABLE = '42P01';

/** Reads names from a table. Returns an empty list if the table doesn't exist, because nothing was ever migrated. */
async function readNames(
  db: Kysely<Database>,
  query: RawBuilder<{ name: string }>,
): Promise<string[]> {
  try {
    const { rows } = await query.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (getSqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

function schemaChangeDenied(cause?: unknown): StartError {
  return new StartError(
    'database_rejected',
    'The DATABASE_URL role isn’t allowed to change the schema: grant it CREATE.',
    { cause },
  );
}

function databaseTooNew(newer: readonly string[]): StartError {
  return new StartError(
    'database_too_new',
    `The database belongs to a newer version of this server (${newer.join(', ')}): start that version, or restore an earlier backup.`,
  );
}
