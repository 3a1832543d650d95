import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { type Language } from '#schemas/languages.ts';
import { type RegionId } from '#schemas/regions.ts';
import {
  CODE_LIFETIME_MINUTES,
  EMAIL_RESTORE_DAYS,
  OPERATOR_CODE_MINUTES,
  OPERATOR_INVITATION_DAYS,
} from '#server/access/tokens.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { type Database } from '#server/db/tables.ts';
import { type Services } from '#server/services.ts';
import { type Attachment, type CodeContent } from '../providers/delivery.ts';
import { sealCode } from './sealed-code.ts';
import { type TemplateContent } from '../templates/message-templates.ts';

/** TTL of messages without a code: long enough for an outage over a weekend, plus a day to fix it. */
const MESSAGE_TTL_MS = 3 * DAY_MS;

/** TTL of each kind of code message, in milliseconds. */
const codeTtlMs = {
  sign_in: CODE_LIFETIME_MINUTES * MINUTE_MS,
  verify_email: CODE_LIFETIME_MINUTES * MINUTE_MS,
  email_changed: EMAIL_RESTORE_DAYS * DAY_MS,
  wrong_codes: DAY_MS,
  operator_sign_in: OPERATOR_CODE_MINUTES * MINUTE_MS,
  operator_invitation: OPERATOR_INVITATION_DAYS * DAY_MS,
};

/** A code message and its recipient. */
type CodeToSend = CodeContent & {
  readonly channel: 'email' | 'sms';
  /** Null queues a decoy that will be discarded, so that response times don't reveal whether an account exists. */
  readonly to: string | null;
  readonly language: Language;
};

/**
 * Queues a code message in the transaction that creates the code. Call `services.messages.sendUrgent()` after the
 * commit. Expired codes aren't sent.
 */
export async function enqueueCode(
  trx: Transaction<Database>,
  { pepper, clock }: Pick<Services, 'pepper' | 'clock'>,
  { purpose = 'sign_in', code, channel, to, language, ...rest }: CodeToSend,
): Promise<void> {
  const uuid = randomUUID();
  const now = clock.now();
  await trx
    .insertInto('messages')
    .values({
      uuid,
      kind: channel,
      is_urgent: true,
      about: purpose,
      recipient: to,
      language,
      installer_id: null,
      content: toJsonb('link' in rest ? { link: rest.link } : {}),
      sealed: code === null ? null : sealCode(pepper, uuid, code),
      created_at: new Date(now),
      due_at: new Date(now),
      expires_at: new Date(now + codeTtlMs[purpose]),
    })
    .execute();
}

/**
 * A person with an account, who gets an email in their language, or an explicit email address or phone number.
 */
type Recipient =
  | { readonly installerId: string }
  | {
      readonly email: string;
      readonly language: Language;
      /** Country of a homeowner, who has no account. The country's operators see if the message failed. */
      readonly region?: RegionId;
    }
  | { readonly phone: string; readonly language: Language };

/**
 * Queues a message in the transaction of the event it is about, so it is sent only after the commit. An installer's
 * address and language are looked up on sending. The message is skipped if the installer has no address or was
 * deactivated.
 * @param now milliseconds since 1970
 */
export async function enqueueMessage(
  trx: Transaction<Database>,
  to: readonly Recipient[],
  {
    template,
    data,
    attachments = [],
    records = [],
  }: TemplateContent & {
    readonly attachments?: readonly Attachment[];
    /** Ids of the records that the message is about. Their timelines show the message. */
    readonly records?: readonly string[];
  },
  now: number,
): Promise<void> {
  if (to.length === 0) return;
  const rows = to.map((recipient) => ({
    uuid: randomUUID(),
    kind: 'phone' in recipient ? ('sms' as const) : ('email' as const),
    is_urgent: false,
    about: template,
    ...recipientColumns(recipient),
    content: toJsonb(data),
    record_ids: [...records],
    sealed: null,
    created_at: new Date(now),
    due_at: new Date(now),
    expires_at: new Date(now + MESSAGE_TTL_MS),
  }));
  await trx.insertInto('messages').values(rows).execute();
  const files = rows.flatMap(({ uuid }) =>
    attachments.map(({ name, mediaType, content }, position) => ({
      message_uuid: uuid,
      place: position,
      name,
      media_type: mediaType,
      content,
    })),
  );
  if (files.length > 0) await trx.insertInto('message_attachments').values(files).execute();
}

function recipientColumns(recipient: Recipient) {
  if ('installerId' in recipient) {
    return {
      ...{ recipient: null, language: null, installer_id: recipient.installerId },
      region_id: null,
    };
  }
  const address = 'phone' in recipient ? recipient.phone : recipient.email;
  return {
    ...{ recipient: address, language: recipient.language, installer_id: null },
    region_id: 'region' in recipient ? (recipient.region ?? null) : null,
  };
}
