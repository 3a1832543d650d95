import { notificationCalls } from '#schemas/api/notification-calls.ts';
import { collections } from '#schemas/collections.ts';
import type { NotificationDocument } from '#schemas/notification.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import { createStepPush } from '../../engine/push-steps.ts';
import type { RowOf } from '../../store/rows.ts';
import type { Transport } from '../../http/transport.ts';

/** A notification as the replication carries it. */
export type NotificationRow = RowOf<NotificationDocument>;

/**
 * Tells the server what was read, until it knows.
 * @returns the notifications as it answered
 */
export function createNotificationPush(options: {
  userId: string;
  transport: Transport;
  retry: RetryScheduler;
}) {
  return createStepPush({
    ...options,
    name: 'notifications',
    plan: collections.notifications,
    tell: ({ uuid, op_id }, callOptions) => {
      const input = { params: { id: uuid }, body: { op_id, mark: 'read' as const } };
      return options.transport.call(notificationCalls.markNotification, input, callOptions);
    },
  });
}

/** Joins what a pull brought with a mark that the server has not been told of. */
export function joinPulledNotification(
  local: NotificationRow | null,
  pulled: NotificationRow,
): NotificationRow {
  if (local?.state !== 'waiting' || pulled.mark === 'read') return pulled;
  return { ...pulled, mark: 'read', op_id: local.op_id, state: 'waiting' };
}
