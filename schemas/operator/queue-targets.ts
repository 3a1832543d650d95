import { DAY_MS } from '../durations.ts';

/** Days within which operators should handle the records of each queue. Older records are overdue. */
export const queueTargetDays = {
  review: 3,
  orders: 2,
  chats: 1,
  verifications: 2,
  requests: 1,
} as const;
export type QueueName = keyof typeof queueTargetDays;

/** Returns the time before which a record must have arrived to be overdue. */
export const overdueBefore = (queue: QueueName, now: number): Date =>
  new Date(now - queueTargetDays[queue] * DAY_MS);
