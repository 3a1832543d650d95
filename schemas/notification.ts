import * as v from 'valibot';
import { multilineText } from './multiline-text.ts';
import { newestFirst, text, uuid } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

const notificationType = v.picklist(['info', 'warning', 'important']);
export type NotificationType = v.InferOutput<typeof notificationType>;

export const notificationMark = v.picklist(['unread', 'read']);
export type NotificationMark = v.InferOutput<typeof notificationMark>;

/** Events that a user is notified of. */
const notificationEvents = [
  'lead_new',
  'lead_expiring',
  'project_accepted',
  'product_rejected',
  'new_photo_needed',
  'new_photo_reminder',
  'welcome_points',
  'chat_reply',
  'order_approved',
  'order_complete',
  'order_rejected',
  'order_failed',
  'card_issued',
  'card_active',
  'card_blocked',
  'announcement',
] as const;
const notificationEvent = v.picklist(notificationEvents);
export type NotificationEvent = v.InferOutput<typeof notificationEvent>;

/** Subject of a notification, used for its link (spec 1 §3: `meta.ticket_uuid`). */
const notificationMeta = v.object({
  ticket_uuid: v.nullable(uuid),
  lead_uuid: v.nullable(uuid),
  project_uuid: v.nullable(uuid),
  order_uuid: v.nullable(uuid),
});

/** One user's notification (spec 1 §3), in their language. */
export const notification = v.object({
  ...replicatedEntries,
  title: text(200),
  text: multilineText(2000),
  type: notificationType,
  mark: notificationMark,
  event: notificationEvent,
  meta: notificationMeta,
});
export type Notification = v.InferOutput<typeof notification>;

/** `PATCH /v1/notification/{id}`. A notification can't be marked as unread, so the order of edits doesn't matter. */
export const notificationEdit = v.object({ op_id: v.optional(uuid), mark: v.literal('read') });
export type NotificationEdit = v.InferOutput<typeof notificationEdit>;

/** The notification in the local database; `waiting`: read here, not yet sent to the server. */
export const notificationDocument = v.object({
  ...v.omit(notification, ['deleted']).entries,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting']),
});
export type NotificationDocument = v.InferOutput<typeof notificationDocument>;
