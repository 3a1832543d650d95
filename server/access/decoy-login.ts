import { createHmac } from 'node:crypto';
import { type RegionCode } from '#schemas/regions.ts';
import { type RoleId, roles } from '#schemas/roles.ts';
import { type LoginResponse } from '#schemas/session.ts';
import { type Identifier } from './find-installer.ts';

/** Roughly the distribution of roles among real people. */
const roleSpread: readonly RoleId[] = [
  roles.owner,
  roles.owner,
  roles.owner,
  roles.staff,
  roles.staff,
  roles.decorOwner,
];
const FIRST_ACCOUNTS = Date.UTC(2019, 0, 1);
const SPREAD_MS = 5 * 365 * 86_400_000;

/**
 * Creates a plausible login response for any identifier, so that responses don't reveal who has an account
 * (security 3).
 * Derived from the identifier by a keyed hash: repeated requests give the same person.
 */
export function createDecoyLogin(
  pepper: string,
  identifier: Identifier,
  region: RegionCode,
): Omit<LoginResponse, 'challenge_id' | 'code_length'> {
  const bytes = createHmac('sha512', pepper).update(`stranger:${identifier.value}`).digest();
  const number = (offset: number) => bytes.readUInt32BE(offset);
  return {
    region,
    has_survey: number(32) % 2 === 0,
    email_consent: number(36) % 2 === 0,
    phone_consent: number(40) % 2 === 0,
    options: '{}',
    role: roleSpread[number(44) % roleSpread.length] ?? roles.owner,
    user_id: uuidFrom(bytes.subarray(0, 16)),
    company_id: uuidFrom(bytes.subarray(16, 32)),
    created_at: new Date(FIRST_ACCOUNTS + (number(48) / 2 ** 32) * SPREAD_MS).toISOString(),
  };
}

/** Formats 16 bytes as a random UUID (version 4). */
function uuidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
