import { type Kysely } from 'kysely';
import { isTestPhone } from '#schemas/phone.ts';
import { regions } from '#schemas/regions.ts';
import { type LoginRequest } from '#schemas/session.ts';
import { type Database } from '../db/tables.ts';
import { consentColumns } from './consents.ts';

/** How a person is known to the sign-in: by one e-mail address or one phone number. */
export interface Identifier {
  readonly channel: 'email' | 'sms';
  /** The normal form: a lower-case address, or an international number. */
  readonly value: string;
}

/**
 * The normal form of what was typed. A phone number without `+` is read as one of the region: the dial
 * code goes before it and a leading zero goes, unless the dial code is there already.
 */
export function identifierOf(request: LoginRequest): Identifier {
  if ('email' in request) return { channel: 'email', value: request.email.toLowerCase() };
  const { phone } = request;
  if (phone.startsWith('+') || isTestPhone(phone)) {
    return { channel: 'sms', value: phone.startsWith('+') ? phone : `+${phone}` };
  }
  const dialCode = regions.find((region) => region.code === request.region)?.dialCode ?? '';
  const international = phone.startsWith(dialCode.slice(1)) && phone.length >= 11;
  return {
    channel: 'sms',
    value: international ? `+${phone}` : `${dialCode}${phone.replace(/^0+/, '')}`,
  };
}

export type FoundInstaller = Awaited<ReturnType<typeof findInstaller>>;

/** The active person with that identifier, with what the sign-in answers of them. */
export async function findInstaller(db: Kysely<Database>, identifier: Identifier) {
  return db
    .selectFrom('installers as person')
    .innerJoin('companies as company', 'company.id', 'person.company_id')
    .select([
      'person.id',
      'person.company_id',
      'person.role',
      ...consentColumns.map((column) => `person.${column}` as const),
      'person.options',
      'person.languages_id',
      'person.created_at',
      'company.regions_id',
      'company.survey',
    ])
    .where(identifier.channel === 'email' ? 'person.email' : 'person.phone', '=', identifier.value)
    .where('person.active', '=', true)
    .where('company.active', '<>', 0)
    .executeTakeFirst();
}
