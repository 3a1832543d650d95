import { type Kysely } from 'kysely';
import { validatePhone, stripPhone, normaliseTestPhone } from '#schemas/phone.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { type LoginRequest } from '#schemas/session.ts';
import { type Database } from '../db/tables.ts';
import { parsePhone } from '../registration/parse-phone.ts';
import { consentColumns } from './consents.ts';

/** Identifies a person at sign-in: one email address or phone number. */
export interface Identifier {
  readonly channel: 'email' | 'sms';
  /** Normalised: a lower-case address, or an international number. */
  readonly value: string;
}

/**
 * Normalises the typed identifier. A phone number is parsed as in the app: without a country code, it belongs to the
 * request's region. Numbers of other countries are accepted. A number that is invalid everywhere is normalised as in
 * earlier server versions.
 */
export function toIdentifier(request: LoginRequest): Identifier {
  if ('email' in request) return { channel: 'email', value: request.email.toLowerCase() };
  const { phone, region } = request;
  const testPhone = normaliseTestPhone(phone);
  if (testPhone !== null) return { channel: 'sms', value: testPhone };
  const regionalNumber = validatePhone(phone, region, parsePhone);
  if (regionalNumber.ok) return { channel: 'sms', value: regionalNumber.phone };
  const plainNumber = stripPhone(phone);
  const parsed = parsePhone(plainNumber, { defaultCountry: region, extract: false });
  const value = parsed?.isValid() ? parsed.number : normaliseInvalidNumber(plainNumber, region);
  return { channel: 'sms', value };
}

/** Normalises an invalid number as earlier server versions did, because such numbers may be stored. */
function normaliseInvalidNumber(plainNumber: string, region: RegionCode): string {
  if (plainNumber.startsWith('+')) return plainNumber;
  const dialCode = regions.find(({ code }) => code === region)?.dialCode ?? '';
  const hasDialCode = plainNumber.startsWith(dialCode.slice(1)) && plainNumber.length >= 11;
  return hasDialCode ? `+${plainNumber}` : `${dialCode}${plainNumber.replace(/^0+/, '')}`;
}

export type FoundInstaller = Awaited<ReturnType<typeof findInstaller>>;

/**
 * Finds the active person with the identifier, with the fields that sign-in returns. People of a blocked company also
 * get a code. Only after they enter the code does the server explain why they can't sign in.
 */
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
    .executeTakeFirst();
}
