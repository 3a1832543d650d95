import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { type EndReason, type InstallersTable } from '../access/access-tables.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { endSessions } from './account-sessions.ts';

const reason = 'ended_by_operator' satisfies EndReason;
/** Tables with codes and tokens that could still sign someone in. */
const pendingTables = ['challenges', 'email_verifications', 'faker_tokens'] as const;

/**
 * Ends a person's sessions on behalf of an operator, for example after a phone was lost. Also discards codes already
 * sent, and stops push messages to the person's devices. The person can sign in again. Throws `installer_not_found`.
 * @returns the number of sessions that were still active
 */
export async function endSessionsForOperator(
  personId: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  return transact(db, async (trx) => {
    await lockPerson(trx, personId);
    return endAccess(trx, personId, clock.now());
  });
}

/**
 * Locks a person's row, so that a concurrent sign-in either finishes first or finds its code discarded.
 * Throws `installer_not_found`.
 */
export async function lockPerson(
  trx: Transaction<Database>,
  personId: string,
): Promise<Selectable<InstallersTable>> {
  const person = await trx
    .selectFrom('installers')
    .selectAll()
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new ApiFailure('installer_not_found');
  return person;
}

/** Selects a person's valid sessions: neither ended nor expired, and with an unexpired token. */
export function selectValidSessions(db: Kysely<Database>, personId: string, now: number) {
  return db
    .selectFrom('sessions')
    .where('installer_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_tokens as token')
          .select('token.id')
          .whereRef('token.session_id', '=', 'sessions.id')
          .where('token.refresh_expires_at', '>', new Date(now)),
      ),
    );
}

/** Counts a person's valid sessions. */
export async function countSessions(
  db: Kysely<Database>,
  personId: string,
  now: number,
): Promise<number> {
  const { count } = await selectValidSessions(db, personId, now)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Ends a locked person's sessions, discards codes already sent, and stops push messages to the person's devices.
 * @returns the number of sessions that were still active
 */
export async function endAccess(
  trx: Transaction<Database>,
  personId: string,
  now: number,
): Promise<number> {
  for (const table of pendingTables) {
    await trx.deleteFrom(table).where('installer_id', '=', personId).execute();
  }
  await stopPushMessages(trx, personId);
  const count = await countSessions(trx, personId, now);
  await endSessions(trx, personId, now, { reason });
  return count;
}

/** Deletes the push tokens of all of a person's devices. */
export async function stopPushMessages(
  trx: Transaction<Database>,
  personId: string,
): Promise<void> {
  await trx.updateTable('installers').set({ fcm: '[]' }).where('id', '=', personId).execute();
}
