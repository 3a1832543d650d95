import { setTimeout } from 'node:timers/promises';
import { type Kysely } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { measureDatabaseWait } from './database-wait.ts';
import { type Database } from './tables.ts';

/** Background work pauses while installers' requests wait longer than this, in milliseconds. */
const MAX_WAIT_MS = 250;
/** Maximum time for which an operator's request waits for its turn. */
const MAX_PAUSE_MS = 5000;
const CHECK_MS = 250;
/** Seconds until the client should retry the request. */
const RETRY_SECONDS = 10;
/** Reason for `unavailable`: installers' requests come first. */
export const INSTALLERS_FIRST = 'installers_first';

/**
 * True if background work must pause, because installers' requests are waiting.
 * @param measureWait measures how long they currently wait, in ms
 */
export async function mustPause(
  db: Kysely<Database>,
  measureWait: typeof measureDatabaseWait = measureDatabaseWait,
): Promise<boolean> {
  return (await measureWait(db)) > MAX_WAIT_MS;
}

/** Databases with a large request in this process that is running, or about to run. */
const busyDatabases = new WeakSet<Kysely<Database>>();

/**
 * Waits while installers' requests are waiting. The wait is limited, so that a download also makes progress in a busy
 * hour.
 * @param measureWait measures how long installers' requests currently wait, in ms
 */
export async function yieldToInstallers(
  db: Kysely<Database>,
  measureWait: typeof measureDatabaseWait = measureDatabaseWait,
): Promise<void> {
  const endsAt = performance.now() + MAX_PAUSE_MS;
  while ((await mustPause(db, measureWait)) && performance.now() < endsAt)
    await setTimeout(CHECK_MS);
}

interface IdleOptions {
  /** Runs the wait for the request's turn, so that other work can use the request's slot meanwhile; see `Slot`. */
  readonly waitOutside?: (wait: () => Promise<void>) => Promise<void>;
  /** Measures how long installers' requests currently wait, in ms. */
  readonly measureWait?: typeof measureDatabaseWait;
}

/**
 * Runs an operator's large request once no installer's request is waiting. Each process runs only one at a time.
 * @throws ApiFailure `unavailable` with a reason if the request has waited for its turn too long
 */
export async function runWhenIdle<Result>(
  db: Kysely<Database>,
  work: () => Promise<Result>,
  { waitOutside = (wait) => wait(), measureWait = measureDatabaseWait }: IdleOptions = {},
): Promise<Result> {
  let hasTurn = false;
  try {
    await waitOutside(async () => {
      await waitForTurn(db, measureWait);
      hasTurn = true;
    });
    return await work();
  } finally {
    if (hasTurn) busyDatabases.delete(db);
  }
}

/** Waits until no other large request is running and no installer's request is waiting, and then takes the turn. */
async function waitForTurn(
  db: Kysely<Database>,
  measureWait: typeof measureDatabaseWait,
): Promise<void> {
  const endsAt = performance.now() + MAX_PAUSE_MS;
  while ((await mustPause(db, measureWait)) || busyDatabases.has(db)) {
    if (performance.now() > endsAt) {
      const details = { reason: INSTALLERS_FIRST };
      throw new ApiFailure('unavailable', { retryAfter: RETRY_SECONDS, details });
    }
    await setTimeout(CHECK_MS);
  }
  busyDatabases.add(db);
}
