import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';
import { type MessageKind } from './message-tables.ts';

/** For so long it is told that a message was given up, in milliseconds. */
const TOLD_MS = 3_600_000;

/**
 * The kinds of message whose provider makes trouble: one of them could not be handed over and is tried
 * again, or was given up in the last hour. Somebody's mailbox that refuses is no trouble of the provider's.
 * @param now milliseconds since 1970
 */
export async function failingMessageKinds(
  db: Kysely<Database>,
  now: number,
): Promise<MessageKind[]> {
  const found = await db
    .selectFrom('messages')
    .select('kind')
    .distinct()
    .where('failure', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('given_up_at', 'is', null),
        eb.and([
          eb('given_up_for', '<>', 'refused'),
          eb('given_up_at', '>', new Date(now - TOLD_MS)),
        ]),
      ]),
    )
    .orderBy('kind')
    .execute();
  return found.map(({ kind }) => kind);
}

/**
 * The messages that nobody will get, the newest first, a line for each: when it was given up, what it was, why, and
 * what the last try failed with. What it said and to whom is kept no longer.
 */
export async function listGivenUpMessages(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['kind', 'about', 'given_up_at', 'given_up_for', 'failure'])
    .where('given_up_at', 'is not', null)
    .orderBy('given_up_at', 'desc')
    .execute();
  return rows.map(({ kind, about, given_up_at, given_up_for, failure }) =>
    [given_up_at?.toISOString(), kind, about, given_up_for, failure ?? '-'].join('  '),
  );
}
