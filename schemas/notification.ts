import * as v from 'valibot';
import { multilineText } from './paragraphs.ts';
import { newestFirst, text, uuid } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

export const notificationType = v.picklist(['info', 'warning', 'important']);
export type NotificationType = v.InferOutput<typeof notificationType>;

export const notificationMark = v.picklist(['unread', 'read']);
export type NotificationMark = v.InferOutput<typeof notificationMark>;

/** What happened that a person is told of. */
export const notificationEvents = [
  'lead_new',
  'lead_expiring',
  'project_accepted',
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
export const notificationEvent = v.picklist(notificationEvents);
export type NotificationEvent = v.InferOutput<typeof notificationEvent>;

/** What a notification is about, for the link in it (spec 1 §3: `meta.ticket_uuid`). */
const notificationMeta = v.object({
  ticket_uuid: v.nullable(uuid),
  lead_uuid: v.nullable(uuid),
  project_uuid: v.nullable(uuid),
  order_uuid: v.nullable(uuid),
});

/** A notification of one person (spec 1 §3), in their language. */
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

/** `PATCH /v1/notification/{id}`: reading is never taken back, so that no order of edits matters. */
export const notificationEdit = v.object({ op_id: v.optional(uuid), mark: v.literal('read') });
export type NotificationEdit = v.InferOutput<typeof notificationEdit>;

/** The notification in the local database; `waiting`: read here, the server is still to be told. */
export const notificationDocument = v.object({
  ...v.omit(notification, ['deleted']).entries,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting']),
});
export type NotificationDocument = v.InferOutput<typeof notificationDocument>;
