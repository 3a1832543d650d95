import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type Language } from '#schemas/languages.ts';
import { CODE_LIFETIME_MINUTES, EMAIL_RESTORE_DAYS } from '#server/access/tokens.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { type Database } from '#server/db/tables.ts';
import { type Services } from '#server/services.ts';
import { type Attachment, type CodeContent } from '../providers/delivery.ts';
import { sealCode } from './sealed-code.ts';
import { type TemplateContent } from '../templates/message-templates.ts';

const DAY = 86_400_000;
/** What is told by e-mail is of use for so long: a weekend without a mail server, and a day to mend it. */
const TOLD_KEPT_MS = 3 * DAY;

/** Until when a code's message is of use, from when it is written. */
const codeKeptMs = {
  sign_in: CODE_LIFETIME_MINUTES * 60_000,
  verify_email: CODE_LIFETIME_MINUTES * 60_000,
  email_changed: EMAIL_RESTORE_DAYS * DAY,
  wrong_codes: DAY,
};

/** A code and whom it goes to. */
export type CodeToSend = CodeContent & {
  readonly channel: 'email' | 'sms';
  /** Null for nobody: it is written and thrown away, so that nobody's time differs from somebody's. */
  readonly to: string | null;
  readonly language: Language;
};

/**
 * Writes a code's message into the queue, in the transaction that makes the code good. It is handed over as
 * soon as that is committed and `services.messages.sendUrgent()` was called; a code that is too old is not sent.
 */
export async function enqueueCode(
  trx: Transaction<Database>,
  { pepper, clock }: Pick<Services, 'pepper' | 'clock'>,
  { purpose = 'sign_in', code, channel, to, language }: CodeToSend,
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
      content: toJsonb({}),
      sealed: code === null ? null : sealCode(pepper, uuid, code),
      created_at: new Date(now),
      due_at: new Date(now),
      expires_at: new Date(now + codeKeptMs[purpose]),
    })
    .execute();
}

/** Whom it goes to: somebody with an account by e-mail, in their language, or an address or a number. */
export type Recipient =
  | { readonly installerId: string }
  | { readonly email: string; readonly language: Language }
  | { readonly phone: string; readonly language: Language };

/**
 * Writes what somebody is told into the queue, in the transaction of what it tells: it leaves after the commit, and not
 * without it. A person's address and language are looked up when it is sent; nothing is sent to whoever has
 * no address then, or was switched off.
 * @param now milliseconds since 1970
 */
export async function enqueueMessage(
  trx: Transaction<Database>,
  to: readonly Recipient[],
  {
    template,
    data,
    attachments = [],
  }: TemplateContent & { readonly attachments?: readonly Attachment[] },
  now: number,
): Promise<void> {
  if (to.length === 0) return;
  const rows = to.map((addressee) => ({
    uuid: randomUUID(),
    kind: 'phone' in addressee ? ('sms' as const) : ('email' as const),
    is_urgent: false,
    about: template,
    ...recipientOf(addressee),
    content: toJsonb(data),
    sealed: null,
    created_at: new Date(now),
    due_at: new Date(now),
    expires_at: new Date(now + TOLD_KEPT_MS),
  }));
  await trx.insertInto('messages').values(rows).execute();
  const files = rows.flatMap(({ uuid }) =>
    attachments.map(({ name, mediaType, content }, place) => ({
      message_uuid: uuid,
      place,
      name,
      media_type: mediaType,
      content,
    })),
  );
  if (files.length > 0) await trx.insertInto('message_attachments').values(files).execute();
}

function recipientOf(addressee: Recipient) {
  if ('installerId' in addressee) {
    return { recipient: null, language: null, installer_id: addressee.installerId };
  }
  const recipient = 'phone' in addressee ? addressee.phone : addressee.email;
  return { recipient, language: addressee.language, installer_id: null };
}
