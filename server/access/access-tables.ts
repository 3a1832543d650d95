import { type ColumnType, type Generated, type GeneratedAlways } from 'kysely';
import { type DeviceKind } from '#schemas/account-session.ts';
import { type Company } from '#schemas/installer.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type RoleId } from '#schemas/roles.ts';

/**
 * A company of installers. Writers of the company's replicated rows lock this row and take new revs from its counter,
 * so that all changes are in one order.
 */
export interface CompaniesTable {
  id: string;
  /** The number that the API calls `id`. */
  number: GeneratedAlways<number>;
  name: string;
  registration_number: string | null;
  registration_number_2: string | null;
  /** Normalised tax numbers; null for rows written by an older version and for duplicates. */
  registration_key: Generated<string | null>;
  registration_key_2: Generated<string | null>;
  company_type: number | null;
  disclaimer_accepted: Generated<boolean>;
  declaration_accepted: Generated<boolean>;
  /** True if the text has changed since it was accepted. */
  disclaimer_outdated: Generated<boolean>;
  declaration_outdated: Generated<boolean>;
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
  /** Content of the invitation link used to register. */
  invite: Generated<string | null>;
  /** 0 disabled, 1 active, 2 preset terms declined. */
  active: Generated<Company['active']>;
  /** Points added once the company is verified (`points/reserved-points.ts`). */
  reserved_points: Generated<number>;
  /** Time when an operator rejected the company. The reserved points of a rejected company are never added. */
  refused_at: Generated<Date | null>;
  /** Counts changes to the details that operators edit; written by a trigger. */
  details_rev: GeneratedAlways<number>;
  /** Counts the changes of the company's replicated rows (`db/changes.ts`). */
  rev: Generated<number>;
  created_at: Date;
}

declare const verified: unique symbol;
/**
 * A verified email address. It lets its owner sign in, so only `account/change-email.ts`, `restore-email.ts`
 * and `operator-email.ts` may create one.
 */
export type VerifiedEmail = string & { readonly [verified]: true };

declare const enteredByOwner: unique symbol;
/**
 * A phone number that an owner or an operator entered for a team member. The member can sign in with it, so only
 * `team/` may create one: changing a number also ends the member's sessions and notifies both numbers.
 */
export type MemberPhone = string & { readonly [enteredByOwner]: true };

/** A person who can sign in. */
export interface InstallersTable {
  id: string;
  company_id: string;
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  name: string;
  surname: string;
  /** Lower case. */
  email: ColumnType<string | null, string | null, VerifiedEmail | null>;
  /** International form: `+48501234567`. An owner can change a member's number (`team/change-phone.ts`). */
  phone: ColumnType<string | null, string | null, MemberPhone | null>;
  avatar: string | null;
  role: RoleId;
  languages_id: number;
  active: Generated<boolean>;
  /**
   * Time when they were removed from their team. Their work stays attributed to them, but they can no longer be
   * contacted.
   */
  removed_at: Generated<Date | null>;
  /** False for people added to a team who haven't signed in yet. */
  has_signed_in: Generated<boolean>;
  verified_email_at: Date | null;
  /** True if an operator entered the address. The next sign-in with the address verifies it. */
  email_from_operator: Generated<boolean>;
  email_consent: Generated<boolean>;
  phone_consent: Generated<boolean>;
  marketing_email_consent: Generated<boolean>;
  marketing_phone_consent: Generated<boolean>;
  /** JSON text of an object. */
  options: Generated<string>;
  /** JSON text of a list of push tokens. */
  fcm: Generated<string>;
  /** Counts changes to the details that operators edit; written by a trigger. */
  details_rev: GeneratedAlways<number>;
  created_at: Date;
}

/** Searchable copies of companies for the console; written by a trigger. */
interface CompanySearchTable {
  company_id: GeneratedAlways<string>;
  region_id: GeneratedAlways<RegionId>;
  /** Start of the name in lower case without accents. */
  sort_name: GeneratedAlways<string>;
  created_at: GeneratedAlways<Date>;
  active: GeneratedAlways<Company['active']>;
  company_type: GeneratedAlways<number | null>;
  is_verified: GeneratedAlways<boolean>;
  is_refused: GeneratedAlways<boolean>;
  accepts_leads: GeneratedAlways<boolean>;
  words: GeneratedAlways<unknown>;
}

/** Searchable copies of people for the console; written by triggers. */
interface PersonSearchTable {
  person_id: GeneratedAlways<string>;
  company_id: GeneratedAlways<string>;
  region_id: GeneratedAlways<RegionId>;
  /** Start of the surname and name in lower case without accents. */
  sort_name: GeneratedAlways<string>;
  created_at: GeneratedAlways<Date>;
  active: GeneratedAlways<boolean>;
  role: GeneratedAlways<RoleId>;
  words: GeneratedAlways<unknown>;
}

/** A requested one-time code. `installer_id` is null if the identifier is unknown. */
export interface ChallengesTable {
  id: string;
  /** User id that the login returned. The verification must send the same id. */
  claimed_id: string;
  installer_id: string | null;
  /** Keyed hash of the email address or phone number. */
  identifier_hash: string | null;
  /** Hash of the requesting device's id; null for challenges older than the column. */
  device_hash: string | null;
  code_hash: string;
  tries: Generated<number>;
  used_at: Date | null;
  created_at: Date;
  expires_at: Date;
}

export type EndReason =
  | 'logout'
  | 'refresh_reused'
  | 'ended_by_person'
  | 'ended_by_operator'
  | 'removed'
  | 'phone_changed';

/** A sign-in on one device. */
interface SessionsTable {
  id: string;
  installer_id: string;
  company_id: string;
  /** Hash of the device's id, so that a known device isn't locked out. */
  device_hash: string | null;
  /** Keyed hash of the email address or phone number verified by the sign-in. */
  identifier_hash: string | null;
  /** Kind of device, shown in the person's list of sessions. */
  browser: Generated<DeviceKind['browser']>;
  system: Generated<DeviceKind['system']>;
  created_at: Date;
  /** Time when the session ends, even if it was used recently. */
  expires_at: Date;
  /** True if the session belongs to an operator who views the app as this person. */
  is_read_only: Generated<boolean>;
  ended_at: Date | null;
  end_reason: EndReason | null;
}

/** All token pairs of a session; only hashes are stored. */
interface SessionTokensTable {
  id: string;
  session_id: string;
  access_hash: string;
  refresh_hash: string;
  issued_at: Date;
  access_expires_at: Date;
  refresh_expires_at: Date;
  /** First use of the pair, which proves that the response arrived. */
  used_at: Date | null;
  /** Time when another pair replaced this one. */
  rotated_at: Date | null;
}

/** Count of an event in a time window. `key` contains only a keyed hash, no personal data. */
interface RateWindowsTable {
  key: string;
  window_start: Date;
  count: number;
}

/** One-time impersonation tokens; only hashes are stored. */
interface ImpersonationTokensTable {
  token_hash: string;
  installer_id: string;
  /** True if the token's session can't change anything. Production accepts no other tokens. */
  is_read_only: Generated<boolean>;
  expires_at: Date;
  used_at: Date | null;
}

export interface AccessTables {
  companies: CompaniesTable;
  company_search: CompanySearchTable;
  installers: InstallersTable;
  person_search: PersonSearchTable;
  challenges: ChallengesTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  rate_windows: RateWindowsTable;
  faker_tokens: ImpersonationTokensTable;
}
