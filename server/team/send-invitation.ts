import { type Transaction, type Kysely } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { limits, enforceLimit } from '../access/rate-limits.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';

/** The invited person's contact details. */
interface InvitedPerson {
  readonly email: string | null;
  readonly phone: string | null;
  readonly languages_id: number;
}

/** Applies the limits on messages per company and per recipient. Throws `too_many_requests`. */
export async function enforceTeamMessageLimits(
  services: Services,
  actor: Actor,
  recipient: string | null,
): Promise<void> {
  await enforceLimit(services, limits.teamMessagesPerCompany, actor.companyId);
  if (recipient !== null) await enforceLimit(services, limits.teamMessagesPerRecipient, recipient);
}

/**
 * Queues an invitation with the sign-in link, in the member's language. It's sent by email if the member has an
 * address, and otherwise by text message. A new member must be invited in the transaction that adds them.
 */
export async function sendInvitation(
  trx: Transaction<Database>,
  { clock, environment }: Pick<Services, 'clock' | 'environment'>,
  { email, phone, languages_id }: InvitedPerson,
  company: string,
): Promise<void> {
  const language = languageById(languages_id) ?? 'en';
  const recipient = email !== null ? { email, language } : phone !== null && { phone, language };
  if (!recipient) return;
  const link = new URL('/login', environment.appUrl).href;
  const invitation = { template: 'team_invitation', data: { company, link } } as const;
  await enqueueMessage(trx, [recipient], invitation, clock.now());
}

/** Returns the name of the actor's company. */
export async function loadCompanyName(db: Kysely<Database>, actor: Actor): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return name;
}
