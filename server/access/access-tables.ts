import { type ColumnType, type Generated, type GeneratedAlways } from 'kysely';
import { type DeviceKind } from '#schemas/account-session.ts';
import { type Company } from '#schemas/installer.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type RoleId } from '#schemas/roles.ts';

/** A company of installers. Its row is the lock and the counter of everything it owns. */
export interface CompaniesTable {
  id: string;
  /** The small number that the API calls `id`. */
  number: GeneratedAlways<number>;
  name: string;
  registration_number: string | null;
  registration_number_2: string | null;
  /** The numbers' comparable forms; null where a process of an earlier version wrote the row, or for a duplicate. */
  registration_key: Generated<string | null>;
  registration_key_2: Generated<string | null>;
  company_type: number | null;
  disclaimer_accepted: Generated<boolean>;
  declaration_accepted: Generated<boolean>;
  address: string;
  postal_code: string;
  city: string;
  regions_id: RegionId;
  /** JSON text of the registration survey's answers. */
  survey: string | null;
  is_recommended: Generated<boolean>;
  accepts_leads: Generated<boolean>;
  availability: Generated<boolean>;
  has_edenred_card: Generated<boolean>;
  edenred_card: string | null;
  crm_customer_id: string | null;
  /** What the invitation link carried that the company registered by. */
  invite: Generated<string | null>;
  /** 0 switched off, 1 active, 2 the pre-made terms were declined. */
  active: Generated<Company['active']>;
  /** Points that are booked once the company is verified (`points/reserved-points.ts`). */
  reserved_points: Generated<number>;
  /** Counts the changes of the company's replicated rows (`db/changes.ts`). */
  rev: Generated<number>;
  created_at: Date;
}

declare const proved: unique symbol;
/**
 * An e-mail address whose code its person has entered. Whoever has it signs in by it, so nothing else
 * may come in the place of an address: only `account/change-email.ts` and `restore-email.ts` make one.
 */
export type ProvedEmail = string & { readonly [proved]: true };

declare const entered: unique symbol;
/**
 * A phone number that an owner has entered for a member of their team. A phone number signs its person in,
 * so only `team/` makes one: changing a number also ends the member's sessions and notifies both numbers.
 */
export type MemberPhone = string & { readonly [entered]: true };

/** A person who can sign in. */
export interface InstallersTable {
  id: string;
  company_id: string;
  name: string;
  surname: string;
  /** Lower case. */
  email: ColumnType<string | null, string | null, ProvedEmail | null>;
  /** International form: `+48501234567`. An owner can change a member's (`team/change-phone.ts`). */
  phone: ColumnType<string | null, string | null, MemberPhone | null>;
  avatar: string | null;
  role: RoleId;
  languages_id: number;
  active: Generated<boolean>;
  /** When they were removed from their team. What they did stays theirs; they can't be reached any more. */
  removed_at: Generated<Date | null>;
  /** Whether they may have signed in: who was added to a team has not, at first. */
  has_signed_in: Generated<boolean>;
  verified_email_at: Date | null;
  email_consent: Generated<boolean>;
  phone_consent: Generated<boolean>;
  marketing_email_consent: Generated<boolean>;
  marketing_phone_consent: Generated<boolean>;
  /** JSON text of an object. */
  options: Generated<string>;
  /** JSON text of a list of push tokens. */
  fcm: Generated<string>;
  created_at: Date;
}

/** A code that was asked for. `installer_id` is null where nobody has that identifier. */
export interface ChallengesTable {
  id: string;
  /** Whom the answer named; the verification must name the same. */
  claimed_id: string;
  installer_id: string | null;
  /** Keyed hash of the e-mail address or the phone number that it was asked for by. */
  identifier_hash: string | null;
  /** Hash of the name of the device that asked; null for challenges older than the column. */
  device_hash: string | null;
  code_hash: string;
  tries: Generated<number>;
  used_at: Date | null;
  created_at: Date;
  expires_at: Date;
}

/** Why a session was ended. */
export type EndReason =
  | 'logout'
  | 'refresh_reused'
  | 'ended_by_person'
  | 'removed'
  | 'phone_changed';

/** One sign-in on one device, until it is ended or too old. */
export interface SessionsTable {
  id: string;
  installer_id: string;
  company_id: string;
  /** Hash of the name of the device it was opened on, so that a known one is not locked out. */
  device_hash: string | null;
  /** Keyed hash of the e-mail address or the phone number by whose code it was opened: it is proved. */
  identifier_hash: string | null;
  /** The kind of device, for the person's list of sessions. */
  browser: Generated<DeviceKind['browser']>;
  system: Generated<DeviceKind['system']>;
  created_at: Date;
  /** The absolute end. */
  expires_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
}

/** The pairs of tokens a session has had; only their hashes. */
export interface SessionTokensTable {
  id: string;
  session_id: string;
  access_hash: string;
  refresh_hash: string;
  issued_at: Date;
  access_expires_at: Date;
  refresh_expires_at: Date;
  /** When the pair was first used, which proves that its answer arrived. */
  used_at: Date | null;
  /** When it was exchanged for another pair. */
  rotated_at: Date | null;
}

/** How often something happened in a window of time. `key` holds no personal data, only a keyed hash. */
export interface RateWindowsTable {
  key: string;
  window_start: Date;
  count: number;
}

/** By which an operator looks at the app as somebody else, once; only their hashes. */
export interface ImpersonationTokensTable {
  token_hash: string;
  installer_id: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface AccessTables {
  companies: CompaniesTable;
  installers: InstallersTable;
  challenges: ChallengesTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  rate_windows: RateWindowsTable;
  faker_tokens: ImpersonationTokensTable;
}
