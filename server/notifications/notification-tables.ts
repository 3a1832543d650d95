import { type Generated } from 'kysely';
import {
  type NotificationEvent,
  type NotificationMark,
  type NotificationType,
} from '#schemas/notification.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

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
