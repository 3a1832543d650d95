import { type Notification, type NotificationEdit } from '#schemas/notification.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { notificationFromRow } from './notification-row.ts';

/**
 * Marks one of the person's own notifications as read; one that is read stays as it is.
 * Throws `not_found`, also for a colleague's.
 */
export function markNotification(
  uuid: string,
  edit: NotificationEdit,
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Notification> {
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const row = await trx
      .selectFrom('notifications')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('user_id', '=', actor.userId)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    if (row.mark === edit.mark) return notificationFromRow(row);
    const marked = await trx
      .updateTable('notifications')
      .set({
        mark: edit.mark,
        op_id: edit.op_id,
        rev: await nextRev(trx, actor.companyId),
        updated_at: new Date(clock.now()),
      })
      .where('uuid', '=', row.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    return notificationFromRow(marked);
  });
}
