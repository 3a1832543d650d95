import { type Generated } from 'kysely';
import {
  type NotificationEvent,
  type NotificationMark,
  type NotificationType,
} from '#schemas/notification.ts';

/** What a person is told; replicated to that person only. */
export interface NotificationsTable {
  uuid: string;
  company_id: string;
  rev: number;
  op_id: string;
  deleted: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
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
