import * as v from 'valibot';
import { defineCall, idParams, listEntries, listResult } from './call.ts';
import { notification, notificationEdit, notificationMark } from '../notification.ts';

/** Notifications (spec 1 §7). */
export const notificationCalls = {
  notifications: defineCall({
    id: 'notifications',
    method: 'GET',
    path: '/v1/notification',
    alias: '/v1/notifications',
    summary: "The person's notifications, newest first; in order of change with `since`.",
    query: v.object({ ...listEntries, mark: v.optional(notificationMark) }),
    result: listResult(notification),
    errors: ['checkpoint_stale'],
  }),
  markNotification: defineCall({
    id: 'markNotification',
    method: 'PATCH',
    path: '/v1/notification/{id}',
    alias: '/v1/notifications/{id}',
    summary: 'Mark a notification as read; doing it again changes nothing.',
    params: idParams,
    body: notificationEdit,
    result: notification,
  }),
};
