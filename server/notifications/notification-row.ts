import { type Selectable, type Generated } from 'kysely';
import {
  type Notification,
  type NotificationEvent,
  type NotificationMark,
  type NotificationType,
} from '#schemas/notification.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';
import { EMPTY_META } from './notify.ts';

/** What a person is told; replicated to that person only. */
export interface NotificationsTable extends ReplicatedTable {
  user_id: string;
  title: string;
  text: string;
  type: NotificationType;
  mark: Generated<NotificationMark>;
  event: NotificationEvent;
  /** `Notification['meta']` */
  meta: unknown;
}

export interface NotificationTables {
  notifications: NotificationsTable;
}

/** What the database gives, as the wire has it. */
export function notificationFromRow(row: Selectable<NotificationsTable>): Notification {
  return {
    ...replicatedFields(row),
    title: row.title,
    text: row.text,
    type: row.type,
    mark: row.mark,
    event: row.event,
    // Written only by `notify`; the older ones know nothing of what came later.
    meta: { ...EMPTY_META, ...(row.meta as Partial<Notification['meta']>) },
  };
}
