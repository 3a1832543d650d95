import { randomBytes } from 'node:crypto';
import { type Kysely } from 'kysely';
import { createFileStore } from './files/create-file-store.ts';
import { createDelivery } from './messages/providers/create-delivery.ts';
import { type Message } from './messages/providers/delivery.ts';
import { createMessageSender } from './messages/queue/message-sender.ts';
import { openDatabase } from './db/database.ts';
import { openEpochReader } from './db/epoch.ts';
import { migrate, readMigrationStatus } from './db/migrate.ts';
import { type Database } from './db/tables.ts';
import { type Environment } from './environment.ts';
import { createLogger } from './logger.ts';
import { checkVoucherKeys } from './orders/check-voucher-keys.ts';
import { readSealingState } from './orders/sealing-state.ts';
import { createVoucherKeys } from './orders/voucher-keys.ts';
import { AdjustableClock } from './qa/adjustable-clock.ts';
import { type Services } from './services.ts';
import { StartError } from './start-error.ts';

interface OpenServices {
  readonly services: Services;
  /** Waits until the messages that are being sent have been sent or have failed, then closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Opens everything the server needs: a migrated database, message delivery, the file store and a clock. Throws
 * `StartError` if the database can't be opened.
 * @param announce called with each message that is stored instead of sent
 */
export async function openServices(
  environment: Environment,
  announce: (message: Message) => void,
): Promise<OpenServices> {
  const clock =
    environment.mode === 'production' ? { now: () => Date.now() } : new AdjustableClock();
  const database = await openDatabase({
    url: environment.databaseUrl,
    directory: environment.dataDirectory,
    poolSize: environment.databasePoolSize,
    statementTimeoutMs: environment.databaseTimeoutMs,
  });
  try {
    await prepareSchema(database.db, environment);
    const voucherKeys = createVoucherKeys(environment.voucherKeys);
    await checkVoucherKeys(database.db, voucherKeys);
    const { delivery, memory } = createDelivery(environment, clock.now, announce);
    const { db } = database;
    const logger = createLogger(environment);
    if ((await readSealingState(db)) === 'clear')
      logger.warn(
        'voucher codes are stored in plaintext: run `club vouchers encrypt` after the update',
      );
    const isPostgres = environment.databaseUrl !== null;
    const base = {
      db,
      epoch: await openEpochReader({ db, logger, clock, isPostgres }),
      clock,
      pepper: environment.codePepper ?? randomBytes(32).toString('base64url'),
      voucherKeys,
      logger,
      environment,
      delivery,
      files: createFileStore(environment),
      capturedMessages: environment.mode === 'production' ? null : memory,
    };
    const services: Services = { ...base, messages: createMessageSender(base) };
    const close = async () => {
      await services.messages.stop();
      await delivery.close();
      await database.close();
    };
    return { services, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** @throws StartError if migrations are pending and aren't allowed to run at startup */
async function prepareSchema(db: Kysely<Database>, environment: Environment): Promise<void> {
  if (!environment.migratesAtStart) {
    const { pending, newer } = await readMigrationStatus(db);
    if (pending.length > 0 && newer.length === 0) {
      throw new StartError(
        'migrations_pending',
        `The database lacks ${pending.join(', ')}: run \`node server/migrate.ts up\` first, or set MIGRATE_AT_START=1.`,
      );
    }
  }
  // `migrate` checks the status again, and throws if the database is newer than this build.
  if (environment.databaseUrl === null) return migrate(db);
  const withoutTimeout = await openDatabase({
    url: environment.databaseUrl,
    directory: null,
    poolSize: 1,
    statementTimeoutMs: null,
  });
  try {
    await migrate(withoutTimeout.db);
  } finally {
    await withoutTimeout.close();
  }
}
