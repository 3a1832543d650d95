import { type Kysely } from 'kysely';
import { HOUR_MS } from '#schemas/durations.ts';
import { type Database } from '#server/db/tables.ts';
import { type MessageKind } from './message-tables.ts';

/**
 * After the server has given up on a message, the failure counts as a current problem for this long, in milliseconds.
 */
const RECENT_FAILURE_MS = HOUR_MS;

/**
 * Returns the kinds of messages whose provider has problems. A provider has problems if one of its messages is being
 * retried, or if the server gave up on one in the last hour. Messages that the provider rejected don't count.
 * @param now milliseconds since 1970
 */
export async function listFailingMessageKinds(
  db: Kysely<Database>,
  now: number,
): Promise<MessageKind[]> {
  const rows = await db
    .selectFrom('messages')
    .select('kind')
    .distinct()
    .where('failure', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('given_up_at', 'is', null),
        eb.and([
          eb('given_up_for', '<>', 'refused'),
          eb('given_up_at', '>', new Date(now - RECENT_FAILURE_MS)),
        ]),
      ]),
    )
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Lists the messages on which the server has given up, newest first. Their content and recipient have been erased. */
export function listFailedMessages(db: Kysely<Database>) {
  return db
    .selectFrom('messages')
    .select(['kind', 'about', 'given_up_at', 'given_up_for', 'failure'])
    .where('given_up_at', 'is not', null)
    .orderBy('given_up_at', 'desc')
    .execute();
}

/** Formats a message as one line: time, kind, subject, reason and last failure. */
export function formatFailedMessage({
  kind,
  about,
  given_up_at,
  given_up_for,
  failure,
}: Awaited<ReturnType<typeof listFailedMessages>>[number]): string {
  return [given_up_at?.toISOString(), kind, about, given_up_for, failure ?? '-'].join('  ');
}
