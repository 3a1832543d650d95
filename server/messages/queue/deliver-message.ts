import { type Selectable } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type Services } from '#server/services.ts';
import { type CodePurpose, type Message, PermanentDeliveryError } from '../providers/delivery.ts';
import { type MessagesTable } from './message-tables.ts';
import { openCode } from './sealed-code.ts';
import { parseTemplateContent } from '../templates/message-templates.ts';

export type QueuedMessage = Selectable<MessagesTable>;

/**
 * What became of one try. `sent`: nothing is left to do; `later`: another try may do it; `refused`: none
 * will; `unreadable`: nobody can read what it says. `failure` says why, for logs and metrics.
 */
export type DeliveryOutcome =
  | { readonly became: 'sent' }
  | { readonly became: 'refused' | 'unreadable'; readonly failure: string }
  | {
      readonly became: 'later';
      readonly failure: string;
      /** The endpoints of a push message that are done with. */
      readonly settled?: readonly string[];
    };

/** Hands an e-mail or a text message to its provider. Never throws. */
export async function deliverMessage(
  message: QueuedMessage,
  services: Pick<Services, 'db' | 'pepper' | 'delivery'>,
): Promise<DeliveryOutcome> {
  try {
    const to = await addresseeOf(message, services);
    // Nobody, or nobody any more.
    if (to === null) return { became: 'sent' };
    const content = contentOf(message, services.pepper);
    if (typeof content === 'string') return unread(content);
    const channel = message.kind === 'sms' ? 'sms' : 'email';
    const attachments = await attachmentsOf(message, services);
    const envelope = { id: message.uuid, attachments };
    await services.delivery.send({ channel, ...to, ...content }, envelope);
    return { became: 'sent' };
  } catch (error) {
    const became = error instanceof PermanentDeliveryError ? 'refused' : 'later';
    return { became, failure: failureName(error) };
  }
}

/** The address and the language, or null for nobody. */
async function addresseeOf(
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

type Without<T> = T extends unknown ? Omit<T, 'channel' | 'to' | 'language'> : never;

/** What the message says, or why it can't be read. */
function contentOf(
  { uuid, about, content, sealed }: QueuedMessage,
  pepper: string,
): Without<Message> | 'unknown_template' | 'sealed_otherwise' {
  const code = sealed === null ? null : openCode(pepper, uuid, sealed);
  if (sealed !== null && code === null) return 'sealed_otherwise';
  if (about === 'wrong_codes') return { purpose: about, code: null };
  if (about === 'email_changed') return { purpose: about, code };
  if (isCodePurpose(about)) return code === null ? 'sealed_otherwise' : { purpose: about, code };
  return parseTemplateContent(about, content) ?? 'unknown_template';
}

function isCodePurpose(about: string): about is CodePurpose {
  return about === 'sign_in' || about === 'verify_email';
}

/** A template that this build does not know may be one of the next, which runs beside it. */
function unread(failure: 'unknown_template' | 'sealed_otherwise'): DeliveryOutcome {
  return { became: failure === 'unknown_template' ? 'later' : 'unreadable', failure };
}

async function attachmentsOf({ uuid }: QueuedMessage, { db }: Pick<Services, 'db'>) {
  const files = await db
    .selectFrom('message_attachments')
    .select(['name', 'media_type', 'content'])
    .where('message_uuid', '=', uuid)
    .orderBy('place')
    .execute();
  return files.map(({ name, media_type, content }) => ({ name, mediaType: media_type, content }));
}

/** Providers repeat the recipient in their messages; only the kind of failure may be logged. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? failureName(error.cause) : error.name;
}
