import { type NotificationMark } from '#schemas/notification.ts';
import { pullPage } from '../db/changes.ts';
import { listAnswer, offsetOf, type Page } from '../db/list-page.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { markNotification } from './mark-notification.ts';
import { notificationFromRow } from './notification-row.ts';

const LIST_LIMIT = 30;

/** What a person is told, and that they have read it. */
export const notificationHandlers = {
  notifications({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, mark } = query;
    if (since !== undefined) return changedNotifications(actor, since, limit, services);
    return newestNotifications(actor, mark, { page, limit }, services);
  },

  markNotification: ({ params, body, actor }, services) =>
    markNotification(params.id, body, actor, services),
} satisfies Partial<Handlers>;

function changedNotifications(actor: Actor, since: string, limit: number, services: Services) {
  return pullPage({
    ...services,
    companyId: actor.companyId,
    since,
    limit,
    rowsAfter: (rev, count) =>
      services.db
        .selectFrom('notifications')
        .selectAll()
        .where('user_id', '=', actor.userId)
        .where('company_id', '=', actor.companyId)
        .where('rev', '>', rev)
        .orderBy('rev')
        .limit(count)
        .execute(),
    toWire: notificationFromRow,
  });
}

async function newestNotifications(
  actor: Actor,
  mark: NotificationMark | undefined,
  page: Page,
  { db }: Services,
) {
  const own = db
    .selectFrom('notifications')
    .where('user_id', '=', actor.userId)
    .where('deleted', '=', false);
  const found = mark === undefined ? own : own.where('mark', '=', mark);
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .offset(offsetOf(page))
    .limit(page.limit)
    .execute();
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return listAnswer(rows.map(notificationFromRow), total, page);
}
