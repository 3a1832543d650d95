import { languageById } from '#schemas/languages.ts';
import { dispatchCode } from '../access/dispatch-code.ts';
import { limits, take } from '../access/rate-limits.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';

/** Whom the message goes to. */
interface Reached {
  readonly email: string | null;
  readonly phone: string | null;
  readonly languages_id: number;
}

/** Counts a message to a member: so many for the company, and so many to them. Throws `too_many_requests`. */
export async function takeMessage(
  services: Services,
  actor: Actor,
  to: string | null,
): Promise<void> {
  await take(services, limits.teamMessages, actor.companyId);
  if (to !== null) await take(services, limits.teamMessagesTo, to);
}

/**
 * Tells a member that they are of the team, with the way to the sign-in, in their language: by e-mail
 * where there is an address, else by text message. The one place where the team sends anything.
 */
export function tellMember(services: Services, member: Reached, company: string): void {
  const to = member.email ?? member.phone;
  if (to === null) return;
  dispatchCode(services, {
    purpose: 'team_added',
    channel: member.email === null ? 'sms' : 'email',
    to,
    language: languageById(member.languages_id) ?? 'en',
    code: null,
    company,
    link: services.environment.appUrl && new URL('/login', services.environment.appUrl).href,
  });
}
