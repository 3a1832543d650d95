import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { type Handlers, type Actor } from '../http/handler.ts';
import { notificationFromRow } from './notification-row.ts';
import { randomUUID } from 'node:crypto';
import { type Notification, type NotificationEdit } from '#schemas/notification.ts';
import { updateOwnRow } from '../db/update-own-row.ts';
import { type Services } from '../services.ts';

const LIST_LIMIT = 30;

export const notificationHandlers = {
  listNotifications({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, mark } = query;
    const notifications = services.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', actor.userId)
      .where('company_id', '=', actor.companyId);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(notifications, { since, limit }, counter, notificationFromRow);
    }
    const existingNotifications = notifications.where('deleted', '=', false);
    const matchingNotifications =
      mark === undefined ? existingNotifications : existingNotifications.where('mark', '=', mark);
    return newestFirstPage(
      services.db,
      matchingNotifications,
      { page, limit },
      notificationFromRow,
    );
  },

  markNotificationRead: ({ params, body, actor }, services) =>
    markNotification(params.id, body, actor, services),
} satisfies Partial<Handlers>;

/**
 * Marks one of the person's own notifications as read. Idempotent.
 * Throws `not_found` if the person has no such notification, even if it exists for a colleague.
 */
async function markNotification(
  uuid: string,
  { mark, op_id = randomUUID() }: NotificationEdit,
  actor: Actor,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<Notification> {
  const updatedNotification = await updateOwnRow(
    'notifications',
    uuid,
    (row) => (row.mark === mark ? null : { mark, op_id }),
    actor,
    services,
  );
  return notificationFromRow(updatedNotification);
}
