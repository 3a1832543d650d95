import * as v from 'valibot';
import { defineCall, idParams, listEntries, listResult } from './call.ts';
import { notification, notificationEdit, notificationMark } from '../notification.ts';

/** Notifications (spec 1 §7). */
export const notificationCalls = {
  listNotifications: defineCall({
    id: 'listNotifications',
    method: 'GET',
    path: '/v1/notification',
    alias: '/v1/notifications',
    summary:
      'List your notifications, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object({ ...listEntries, mark: v.optional(notificationMark) }),
    result: listResult(notification),
    errors: ['checkpoint_stale'],
  }),
  markNotificationRead: defineCall({
    id: 'markNotificationRead',
    method: 'PATCH',
    path: '/v1/notification/{id}',
    alias: '/v1/notifications/{id}',
    summary: 'Mark a notification as read. Idempotent.',
    params: idParams,
    body: notificationEdit,
    result: notification,
  }),
};
