import { notificationCalls } from '#schemas/api/notification-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { nextNotification, type NotificationEvent } from './machine.ts';

/** Sync of notifications. */
export const notificationSync: EntitySync<
  'notifications',
  WireRequest<'markNotificationRead'>,
  NotificationEvent
> = {
  next: nextNotification,
  listCall: notificationCalls.listNotifications,
  async send(request, sender) {
    return { type: 'accepted', edit: request.edit, notification: await sender.send(request) };
  },
};
