import { notificationCalls } from '#schemas/api/notification-calls.ts';
import { collections } from '#schemas/collections.ts';
import type { NotificationDocument } from '#schemas/notification.ts';
import { CallError } from './call-error.ts';
import type { Patience } from './patience.ts';
import type { Transport } from './transport.ts';

/** A notification as the replication carries it. */
export type NotificationRow = NotificationDocument & { readonly deleted: boolean };

/** To these there is nothing more to say: the mark stays on this device. */
const FINAL: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'invalid_input']);

/**
 * Tells the server what was read, until it knows.
 * @returns the notifications as it answered
 */
export function createNotificationPush(options: {
  userId: string;
  transport: Transport;
  patience: Patience;
}) {
  const { userId, transport, patience } = options;

  const send = async (row: NotificationRow, signal: AbortSignal): Promise<NotificationRow> => {
    const input = {
      params: { id: row.uuid },
      body: { op_id: row.op_id, mark: 'read' as const },
    };
    try {
      const told = await transport.call(notificationCalls.markNotification, input, {
        signal,
        userId,
      });
      return { ...collections.notifications.fromWire(told), deleted: told.deleted };
    } catch (error) {
      if (error instanceof CallError && FINAL.has(error.code)) return { ...row, state: 'synced' };
      throw error;
    }
  };

  return async (pushed: readonly NotificationRow[]): Promise<NotificationRow[]> => {
    const read = pushed.filter((row) => !row.deleted && row.state === 'waiting');
    const settled: NotificationRow[] = [];
    // One lane: there may be many, and none of them is urgent.
    for (const row of read) {
      settled.push(await patience.run('notifications', (signal) => send(row, signal)));
    }
    return settled;
  };
}

/** Joins what a pull brought with a mark that the server has not been told of. */
export function joinPulledNotification(
  local: NotificationRow | null,
  pulled: NotificationRow,
): NotificationRow {
  if (local?.state !== 'waiting' || pulled.mark === 'read') return pulled;
  return { ...pulled, mark: 'read', op_id: local.op_id, state: 'waiting' };
}
