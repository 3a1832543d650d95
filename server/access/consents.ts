import { type Selectable } from 'kysely';
import { type InstallersTable } from './access-tables.ts';

/*
 * People consent to news by email, and to news by text message or call. The API has two fields for each of these two
 * consents. Setting either field grants the consent, and clearing either field withdraws it.
 */

type Consents = Pick<
  Selectable<InstallersTable>,
  'email_consent' | 'phone_consent' | 'marketing_email_consent' | 'marketing_phone_consent'
>;

export const consentColumns = [
  'email_consent',
  'phone_consent',
  'marketing_email_consent',
  'marketing_phone_consent',
] as const satisfies readonly (keyof Consents)[];

/** Returns a person's consents, each under both of its names. */
export function getConsents(person: Consents): Consents {
  const email = person.email_consent || person.marketing_email_consent;
  const phone = person.phone_consent || person.marketing_phone_consent;
  return {
    email_consent: email,
    phone_consent: phone,
    marketing_email_consent: email,
    marketing_phone_consent: phone,
  };
}

/** Maps a request's consents to columns to update; if two fields contradict each other, the withdrawal wins. */
export function toConsentColumns(sentConsents: {
  readonly [Name in keyof Consents]?: boolean | undefined;
}): Partial<Consents> {
  const email = combineConsents(sentConsents.email_consent, sentConsents.marketing_email_consent);
  const phone = combineConsents(sentConsents.phone_consent, sentConsents.marketing_phone_consent);
  return {
    ...(email !== null && { email_consent: email, marketing_email_consent: email }),
    ...(phone !== null && { phone_consent: phone, marketing_phone_consent: phone }),
  };
}

/** Returns null if the request has neither field. */
function combineConsents(a: boolean | undefined, b: boolean | undefined): boolean | null {
  if (a === undefined && b === undefined) return null;
  return (a ?? true) && (b ?? true);
}
