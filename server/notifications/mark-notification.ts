import { randomUUID } from 'node:crypto';
import { type Notification, type NotificationEdit } from '#schemas/notification.ts';
import { updateOwnRow } from '../db/update-own-row.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { notificationFromRow } from './notification-row.ts';

/**
 * Marks one of the person's own notifications as read; one that is read stays as it is.
 * Throws `not_found`, also for a colleague's.
 */
export async function markNotification(
  uuid: string,
  { mark, op_id = randomUUID() }: NotificationEdit,
  actor: Actor,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<Notification> {
  const marked = await updateOwnRow(
    'notifications',
    uuid,
    (row) => (row.mark === mark ? null : { mark, op_id }),
    actor,
    services,
  );
  return notificationFromRow(marked);
}
