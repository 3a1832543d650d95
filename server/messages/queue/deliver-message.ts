import { type Selectable } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type Services } from '#server/services.ts';
import {
  type CodePurpose,
  type Message,
  type OperatorCodePurpose,
  PermanentDeliveryError,
} from '../providers/delivery.ts';
import { type MessagesTable } from './message-tables.ts';
import { openCode } from './sealed-code.ts';
import { parseTemplateContent } from '../templates/message-templates.ts';

export type QueuedMessage = Selectable<MessagesTable>;

/**
 * Outcome of one attempt to send a message.
 * - `skipped`: the message has no recipient.
 * - `refused`: the provider rejected the message, so it isn't sent again.
 * - `unreadable`: the stored content can't be read, so no further attempt is made.
 * - `later`: the attempt failed and will be repeated.
 * `failure` is the reason for the logs and metrics.
 */
export type DeliveryOutcome =
  | { readonly status: 'sent' }
  | { readonly status: 'skipped' }
  | { readonly status: 'refused' | 'unreadable'; readonly failure: string }
  | {
      readonly status: 'later';
      readonly failure: string;
      /** Push endpoints that need no further attempts. */
      readonly settled?: readonly string[];
    };

/** Sends an email or text message through its provider. Never throws. */
export async function deliverMessage(
  message: QueuedMessage,
  services: Pick<Services, 'db' | 'pepper' | 'delivery'>,
): Promise<DeliveryOutcome> {
  try {
    const to = await findRecipient(message, services);
    // The message is a decoy (see `enqueueCode`), or the person no longer has an address.
    if (to === null) return { status: 'skipped' };
    const content = readContent(message, services.pepper);
    if (typeof content === 'string') return unreadableOutcome(content);
    const channel = message.kind === 'sms' ? 'sms' : 'email';
    const attachments = await loadAttachments(message, services);
    const envelope = { id: message.uuid, attachments };
    await services.delivery.send({ channel, ...to, ...content }, envelope);
    return { status: 'sent' };
  } catch (error) {
    const status = error instanceof PermanentDeliveryError ? 'refused' : 'later';
    return { status, failure: getFailureName(error) };
  }
}

/** Finds the recipient's address and language. Returns null if there is no recipient. */
async function findRecipient(
  { recipient, language, installer_id }: QueuedMessage,
  { db }: Pick<Services, 'db'>,
) {
  if (recipient !== null) return { to: recipient, language: language ?? ('en' as const) };
  if (installer_id === null) return null;
  const person = await db
    .selectFrom('installers')
    .select(['email', 'languages_id'])
    .where('id', '=', installer_id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!person?.email) return null;
  return { to: person.email, language: languageById(person.languages_id) ?? ('en' as const) };
}

type WithoutAddress<T> = T extends unknown ? Omit<T, 'channel' | 'to' | 'language'> : never;

/** Returns the message's content, or the reason why it can't be read. */
function readContent(
  { uuid, about, content, sealed }: QueuedMessage,
  pepper: string,
): WithoutAddress<Message> | 'unknown_template' | 'sealed_otherwise' {
  const code = sealed === null ? null : openCode(pepper, uuid, sealed);
  if (sealed !== null && code === null) return 'sealed_otherwise';
  if (about === 'wrong_codes') return { purpose: about, code: null };
  if (about === 'email_changed') return { purpose: about, code };
  if (about === 'operator_sign_in' || about === 'operator_invitation') {
    return code === null ? 'sealed_otherwise' : readOperatorCode(about, code, content);
  }
  if (isCodePurpose(about)) return code === null ? 'sealed_otherwise' : { purpose: about, code };
  return parseTemplateContent(about, content) ?? 'unknown_template';
}

function readOperatorCode(purpose: OperatorCodePurpose, code: string, content: unknown) {
  if (purpose === 'operator_sign_in') return { purpose, code };
  const { link } = content as { readonly link: string };
  return { purpose, code, link };
}

function isCodePurpose(about: string): about is CodePurpose {
  return about === 'sign_in' || about === 'verify_email';
}

/**
 * Returns the outcome for a message that can't be read. A message with an unknown template is retried, because it may
 * come from a newer build that runs in parallel during a deployment.
 */
function unreadableOutcome(failure: 'unknown_template' | 'sealed_otherwise'): DeliveryOutcome {
  return { status: failure === 'unknown_template' ? 'later' : 'unreadable', failure };
}

async function loadAttachments({ uuid }: QueuedMessage, { db }: Pick<Services, 'db'>) {
  const files = await db
    .selectFrom('message_attachments')
    .select(['name', 'media_type', 'content'])
    .where('message_uuid', '=', uuid)
    .orderBy('place')
    .execute();
  return files.map(({ name, media_type, content }) => ({ name, mediaType: media_type, content }));
}

/**
 * Returns only the error's code or name. Providers repeat the recipient in their error messages, and a recipient must
 * not be logged.
 */
export function getFailureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? getFailureName(error.cause) : error.name;
}
