import { type Selectable } from 'kysely';
import { type Notification } from '#schemas/notification.ts';
import { type NotificationsTable } from './notification-tables.ts';

/** What the database gives, as the wire has it. */
export function notificationFromRow(row: Selectable<NotificationsTable>): Notification {
  return {
    uuid: row.uuid,
    op_id: row.op_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted: row.deleted,
    title: row.title,
    text: row.text,
    type: row.type,
    mark: row.mark,
    event: row.event,
    // Written only by `notify`.
    meta: row.meta as Notification['meta'],
  };
}
