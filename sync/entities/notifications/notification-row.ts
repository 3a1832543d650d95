import type { NotificationDocument } from '#schemas/notification.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A notification with its tombstone flag. */
export type NotificationRow = NotificationDocument & { readonly deleted: boolean };

/** Sends the mark that the user has read the notification. */
export const notificationWire: WireFormat<NotificationRow, WireRequest<'markNotificationRead'>> = {
  nextRequest({ uuid, op_id, deleted, state }) {
    if (deleted || state !== 'waiting') return null;
    const body = { op_id, mark: 'read' };
    return { call: 'markNotificationRead', edit: op_id, params: { id: uuid }, body };
  },
  afterRequest: () => null,
};
