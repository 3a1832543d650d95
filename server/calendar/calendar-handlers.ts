import { type calls } from '#schemas/api/calls.ts';
import { enforceLimit, limits } from '../access/rate-limits.ts';
import { hashToken, newToken } from '../access/tokens.ts';
import { recordChange } from '../account/record-change.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler, type Handlers } from '../http/handler.ts';

const getCalendarFeed: Handler<typeof calls.getCalendarFeed> = async ({ actor }, { db }) => {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'fetched_at'])
    .where('installer_id', '=', actor.userId)
    .executeTakeFirst();
  return {
    created_at: feed?.created_at.toISOString() ?? null,
    fetched_at: feed?.fetched_at?.toISOString() ?? null,
  };
};

/**
 * Creates the person's link, or replaces it. The audit records only that the link changed.
 * Throws `session_expired` if the session has ended in the meantime, because signing out everywhere also ends the feed.
 */
const createCalendarFeed: Handler<typeof calls.createCalendarFeed> = async (
  { actor },
  services,
) => {
  await enforceLimit(services, limits.calendarFeedsPerPerson, actor.userId);
  const now = services.clock.now();
  const secret = newToken();
  const newFeed = {
    secret_hash: hashToken(secret),
    created_at: new Date(now),
    fetched_at: null,
    content_hash: null,
    changed_at: null,
  };
  await transact(services.db, async (trx) => {
    // Locks the session, so that signing out everywhere either ends the new feed or prevents its creation.
    const session = await trx
      .selectFrom('sessions')
      .select('ended_at')
      .where('id', '=', actor.sessionId)
      .forUpdate()
      .executeTakeFirst();
    if (session?.ended_at !== null) throw new ApiFailure('session_expired');
    await trx
      .insertInto('calendar_feeds')
      .values({ installer_id: actor.userId, ...newFeed })
      .onConflict((conflict) => conflict.column('installer_id').doUpdateSet(newFeed))
      .execute();
    await recordChange(trx, actor, now, { subject: 'user', fields: ['calendar_feed'] });
  });
  return {
    created_at: newFeed.created_at.toISOString(),
    fetched_at: null,
    path: `/calendar/${secret}.ics`,
  };
};

/** Ends the person's feed. Idempotent. */
const deleteCalendarFeed: Handler<typeof calls.deleteCalendarFeed> = async (
  { actor },
  { db, clock },
) => {
  await transact(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('calendar_feeds')
      .where('installer_id', '=', actor.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await recordChange(trx, actor, clock.now(), { subject: 'user', fields: ['calendar_feed'] });
  });
  return {};
};

/** A person's own calendar feed. */
export const calendarHandlers = {
  getCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
} satisfies Partial<Handlers>;
