import { sql } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { type Services } from '#server/services.ts';
import { type DeliveryOutcome, type QueuedMessage } from './deliver-message.ts';
import { logMessage } from './message-log.ts';
import { messageFailures, messagesGivenUp, messagesSent } from './message-metrics.ts';
import { type GiveUpReason } from './message-tables.ts';
import { getRetryPolicy, getRetryDelay } from './retry-policy.ts';

type OutcomeServices = Pick<Services, 'db' | 'clock' | 'logger'>;

/**
 * Stores the outcome of an attempt, unless another process has started a newer one.
 * @returns milliseconds until the next attempt; null if there is none
 */
export async function recordOutcome(
  message: QueuedMessage,
  outcome: DeliveryOutcome,
  services: OutcomeServices,
): Promise<number | null> {
  const { kind, about, tries } = message;
  if (outcome.status === 'sent' || outcome.status === 'skipped') {
    if (outcome.status === 'sent')
      await logMessage(services.db, message, 'sent', services.clock.now());
    await services.db
      .deleteFrom('messages')
      .where('uuid', '=', message.uuid)
      .where('tries', '=', tries)
      .execute();
    messagesSent.inc({ kind });
    return null;
  }
  const { failure } = outcome;
  messageFailures.inc({ kind, failure });
  if (outcome.status !== 'later') {
    await giveUp(message, { reason: outcome.status, failure }, services);
    return null;
  }
  const now = services.clock.now();
  const delayMs = getRetryDelay(tries, getRetryPolicy(message));
  if (now + delayMs >= message.expires_at.getTime()) {
    await giveUp(message, { reason: 'too_old', failure }, services);
    return null;
  }
  services.logger.warn({ kind, about, tries, failure }, 'a message couldn’t be sent yet');
  await logMessage(services.db, message, 'pending', now);
  await services.db
    .updateTable('messages')
    .set({
      due_at: new Date(now + delayMs),
      failure,
      region_id: recipientRegion,
      ...(outcome.settled && { settled: toJsonb(outcome.settled) }),
    })
    .where('uuid', '=', message.uuid)
    .where('tries', '=', tries)
    .execute();
  return delayMs;
}

/**
 * Country of a message's recipient, looked up by account or address. No two accounts have the same address. People
 * who have left are included, because they still have a country.
 */
const recipientRegion = sql<RegionId | null>`coalesce(
  messages.region_id,
  (select region_id from installers where id = messages.installer_id),
  case when messages.kind = 'email' then
    (select region_id from installers where email = messages.recipient limit 1)
  else
    (select region_id from installers where phone = messages.recipient limit 1)
  end)`;

/** Gives up on a message. Its content and recipient are erased, and its metadata stays for a few days. */
export async function giveUp(
  message: QueuedMessage,
  { reason, failure }: { readonly reason: GiveUpReason; readonly failure: string | null },
  { db, clock, logger }: OutcomeServices,
): Promise<void> {
  const { uuid, kind, about, tries } = message;
  await logMessage(db, message, reason, clock.now());
  const updatedMessage = await db
    .updateTable('messages')
    .set({
      given_up_at: new Date(clock.now()),
      given_up_for: reason,
      failure,
      content: null,
      sealed: null,
      recipient: null,
      installer_id: null,
      // The expression reads the row as it was before this update, when it still contained the recipient.
      region_id: recipientRegion,
      settled: toJsonb([]),
    })
    .where('uuid', '=', uuid)
    .where('tries', '=', tries)
    .returning('uuid')
    .executeTakeFirst();
  if (updatedMessage === undefined) return;
  await db.deleteFrom('message_attachments').where('message_uuid', '=', uuid).execute();
  messagesGivenUp.inc({ kind, reason });
  logger.error({ kind, about, tries, reason, failure }, 'a message was given up');
}
