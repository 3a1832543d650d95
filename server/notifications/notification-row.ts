import { type Selectable, type Generated } from 'kysely';
import {
  type Notification,
  type NotificationEvent,
  type NotificationMark,
  type NotificationType,
} from '#schemas/notification.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** `meta` of a notification that refers to nothing else. */
export const EMPTY_META: Notification['meta'] = {
  ticket_uuid: null,
  lead_uuid: null,
  project_uuid: null,
  order_uuid: null,
};

/** Notifications; each is replicated only to its recipient. */
export interface NotificationsTable extends ReplicatedTable {
  user_id: string;
  title: string;
  text: string;
  type: NotificationType;
  mark: Generated<NotificationMark>;
  event: NotificationEvent;
  /** `Notification['meta']` */
  meta: unknown;
  /** The announcement that created the notification; null for automatic events and test announcements. */
  announcement_id: Generated<string | null>;
}

export interface NotificationTables {
  notifications: NotificationsTable;
}

/** Maps a row to the wire format. */
export function notificationFromRow(row: Selectable<NotificationsTable>): Notification {
  return {
    ...replicatedFields(row),
    title: row.title,
    text: row.text,
    type: row.type,
    mark: row.mark,
    event: row.event,
    // The cast is safe, because only the server writes this column. Older rows lack newer fields.
    meta: { ...EMPTY_META, ...(row.meta as Partial<Notification['meta']>) },
  };
}
