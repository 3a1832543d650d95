import { notificationFromWire } from '#schemas/from-wire.ts';
import type { Notification, NotificationDocument } from '#schemas/notification.ts';
import { type EngineEvent, isLostOnServer } from '#sync/engine/entity-sync.ts';
import type { NotificationRow } from './notification-row.ts';

/** Events of a notification. */
export type NotificationEvent =
  | { readonly type: 'read'; readonly opId: string }
  | { readonly type: 'accepted'; readonly edit: string; readonly notification: Notification };

/**
 * Returns the notification after an event; the same object if nothing changes. Pure, and the only writer of
 * `state`.
 */
export function nextNotification(
  row: NotificationRow,
  event: NotificationEvent | EngineEvent<NotificationDocument>,
): NotificationRow {
  switch (event.type) {
    case 'read':
      if (row.mark === 'read') return row;
      return { ...row, mark: 'read', op_id: event.opId, state: 'waiting' };
    case 'accepted': {
      const { notification } = event;
      if (row.op_id !== event.edit || row.state !== 'waiting') return row;
      return { ...notificationFromWire(notification), deleted: notification.deleted };
    }
    case 'rejected':
      // The notification stays read on this device, so there is no rejection to show.
      return row.op_id === event.edit ? { ...row, state: 'synced' } : row;
    case 'pulled':
      if (row.state !== 'waiting' || event.row.deleted || event.row.mark === 'read') {
        return event.row;
      }
      return { ...event.row, mark: 'read', op_id: row.op_id, state: 'waiting' };
    case 'restored':
      if (row.deleted || !isLostOnServer(row, event.server)) return row;
      if (event.server === null) return { ...row, state: 'synced', deleted: true };
      return row.mark === 'read' ? { ...row, state: 'waiting' } : row;
  }
}
