import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type Notification } from '#schemas/notification.ts';
import { type PushMessage, pushMessage } from '#schemas/push.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import * as v from 'valibot';

/** TTL of a push message, here and at the push service. */
export const PUSH_TTL_MS = DAY_MS;

/** Content of a push message in the queue. */
export const pushContent = v.object({
  message: pushMessage,
  /** `high` wakes a device in battery saver mode. */
  urgency: v.picklist(['normal', 'high']),
});
export type PushContent = v.InferOutput<typeof pushContent>;

/** Maximum length of the text, in characters. The message must fit into one push record in any script. */
const MAX_BODY = 400;

/** A notification and its recipient. */
interface PushInput {
  readonly installerId: string;
  readonly notification: Pick<Notification, 'title' | 'text' | 'type' | 'event' | 'meta'>;
}

/** Queues push messages in the transaction of the event they are about, so they are sent only after the commit. */
export async function enqueuePushes(
  trx: Transaction<Database>,
  pushes: readonly PushInput[],
  now: number,
): Promise<void> {
  if (pushes.length === 0) return;
  await trx
    .insertInto('messages')
    .values(
      pushes.map(({ installerId, notification }) => ({
        uuid: randomUUID(),
        kind: 'push' as const,
        is_urgent: false,
        about: notification.event,
        recipient: null,
        language: null,
        installer_id: installerId,
        content: toJsonb({
          message: toPushMessage(notification),
          urgency: notification.type === 'important' ? 'high' : 'normal',
        } satisfies PushContent),
        sealed: null,
        created_at: new Date(now),
        due_at: new Date(now),
        expires_at: new Date(now + PUSH_TTL_MS),
      })),
    )
    .execute();
}

function toPushMessage({ title, text, event, meta }: PushInput['notification']): PushMessage {
  const link = getLink(event, meta);
  return { title, body: shorten(text), ...(link !== null && { link }) };
}

/** Returns the path of the screen that shows the subject; null if there is none. */
function getLink(event: Notification['event'], meta: Notification['meta']): string | null {
  const { ticket_uuid: ticket, lead_uuid: lead, project_uuid: project, order_uuid: order } = meta;
  if (ticket !== null) return `/support/chat/${ticket}`;
  if (lead !== null) return `/leads/${lead}`;
  if (order !== null) return `/orders/${order}`;
  if (project !== null) return `/projects/${project}`;
  return event.startsWith('card_') ? '/club-card' : null;
}

function shorten(text: string): string {
  const letters = [...text];
  return letters.length <= MAX_BODY ? text : `${letters.slice(0, MAX_BODY - 1).join('')}…`;
}
