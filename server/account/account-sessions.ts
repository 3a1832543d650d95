import { type Kysely, sql, type Transaction } from 'kysely';
import { MAX_PAGE } from '#schemas/api/call.ts';
import { type calls } from '#schemas/api/calls.ts';
import { type EndReason } from '../access/access-tables.ts';
import { singlePage } from '../db/bounded-list.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { recordChange } from './record-change.ts';

/** Lists the person's sessions: this one first, then the most recently used. */
export const listSessions: Handler<typeof calls.listSessions> = async (
  { actor },
  { db, clock },
) => {
  const now = new Date(clock.now());
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('session_tokens as pair', 'pair.session_id', 'sessions.id')
    .select([
      'sessions.id',
      'sessions.browser',
      'sessions.system',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.is_read_only',
      sql<Date>`max(greatest(pair.issued_at, pair.used_at))`.as('last_used_at'),
    ])
    .where('sessions.installer_id', '=', actor.userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .groupBy('sessions.id')
    .having((eb) => eb(eb.fn.max('pair.refresh_expires_at'), '>', now))
    .execute();
  const data = rows
    .map((row) => ({
      uuid: row.id,
      browser: row.browser,
      system: row.system,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      current: row.id === actor.sessionId,
      ...(row.is_read_only && { read_only_until: row.expires_at.toISOString() }),
    }))
    .sort(
      (a, b) =>
        Number(b.current) - Number(a.current) ||
        Date.parse(b.last_used_at) - Date.parse(a.last_used_at),
    );
  return singlePage(data.slice(0, MAX_PAGE));
};

/** Ends one of the person's own sessions. Idempotent. */
export const endOwnSession: Handler<typeof calls.endSession> = async (
  { params, actor },
  { db, clock },
) => {
  await transact(db, async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', params.id)
      .where('installer_id', '=', actor.userId)
      .executeTakeFirst();
    if (session === undefined) throw new ApiFailure('not_found');
    const endedCount = await endSessions(trx, actor.userId, clock.now(), {
      reason: 'ended_by_person',
      only: session.id,
    });
    if (endedCount > 0) {
      await recordChange(trx, actor, clock.now(), { subject: 'session', fields: ['ended_at'] });
    }
  });
  return {};
};

/** Ends all of the person's sessions except the current one. */
export const endOtherSessions: Handler<typeof calls.endOtherSessions> = (
  { actor },
  { db, clock },
) =>
  transact(db, async (trx) => {
    const endedCount = await endSessions(trx, actor.userId, clock.now(), {
      reason: 'ended_by_person',
      except: actor.sessionId,
    });
    if (endedCount > 0) {
      await recordChange(trx, actor, clock.now(), { subject: 'session', fields: ['ended_at'] });
    }
    return { ended: endedCount };
  });

/**
 * Ends all of a person's sessions, only one of them, or all except one. The tokens of a session end with it. Unless
 * only one session is ended, the person's calendar feed ends too, because the other devices may know its link.
 * @returns the number of sessions that were still active
 */
export async function endSessions(
  db: Kysely<Database> | Transaction<Database>,
  installerId: string,
  now: number,
  options: {
    readonly reason: Exclude<EndReason, 'logout' | 'refresh_reused'>;
    readonly only?: string;
    readonly except?: string;
  },
): Promise<number> {
  const { reason, only: onlyId, except } = options;
  let update = db
    .updateTable('sessions')
    .set({ ended_at: new Date(now), end_reason: reason })
    .where('installer_id', '=', installerId)
    .where('ended_at', 'is', null);
  if (onlyId !== undefined) update = update.where('id', '=', onlyId);
  if (except !== undefined) update = update.where('id', '<>', except);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (onlyId === undefined)
    await db.deleteFrom('calendar_feeds').where('installer_id', '=', installerId).execute();
  return Number(numUpdatedRows);
}
