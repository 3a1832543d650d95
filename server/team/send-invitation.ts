import { type Transaction, type Kysely } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { limits, enforceLimit } from '../access/rate-limits.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';

/** Whom the message goes to. */
interface Reached {
  readonly email: string | null;
  readonly phone: string | null;
  readonly languages_id: number;
}

/** Counts a message to a member: so many for the company, and so many to them. Throws `too_many_requests`. */
export async function countTeamMessage(
  services: Services,
  actor: Actor,
  to: string | null,
): Promise<void> {
  await enforceLimit(services, limits.teamMessagesPerCompany, actor.companyId);
  if (to !== null) await enforceLimit(services, limits.teamMessagesPerRecipient, to);
}

/**
 * Tells a member that they are of the team, with the way to the sign-in, in their language: by e-mail
 * where there is an address, else by text message; in the transaction of what it tells.
 */
export async function sendInvitation(
  trx: Transaction<Database>,
  { clock, environment }: Pick<Services, 'clock' | 'environment'>,
  { email, phone, languages_id }: Reached,
  company: string,
): Promise<void> {
  const language = languageById(languages_id) ?? 'en';
  const to = email !== null ? { email, language } : phone !== null && { phone, language };
  if (!to) return;
  const link = new URL('/login', environment.appUrl).href;
  const invitation = { template: 'team_invitation', data: { company, link } } as const;
  await enqueueMessage(trx, [to], invitation, clock.now());
}

/** The name of the team's company. */
export async function loadCompanyName(db: Kysely<Database>, actor: Actor): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return name;
}
