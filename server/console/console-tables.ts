import { type ColumnType, type Generated, type GeneratedAlways, type RawBuilder } from 'kysely';
import { type OperatorRoleName } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';

type Json = ColumnType<unknown, RawBuilder<unknown> | null | undefined, never>;

/** An employee of the manufacturer. Operators are never deleted, because the audit names them. */
interface OperatorsTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  language: 'en' | 'pl';
  active: Generated<boolean>;
  /** Counts changes to the operator and their grants. */
  rev: Generated<number>;
  created_at: Date;
  /** First sign-in; null while only invited. */
  signed_in_at: Date | null;
  /** True if their passkeys were reset. */
  had_passkey: Generated<boolean>;
}

interface OperatorGrantsTable {
  operator_id: string;
  role: OperatorRoleName;
  region_id: RegionId;
}

/**
 * One-time codes, found by the keyed hash of the email address. A request for an unknown address also stores a row, so
 * that it takes the same time.
 */
interface OperatorCodesTable {
  email_hash: string;
  kind: 'sign_in' | 'invitation';
  code_hash: string;
  tries: Generated<number>;
  expires_at: Date;
}

interface OperatorPasskeysTable {
  /** Credential id, base64url. */
  id: string;
  operator_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Date;
  used_at: Date;
}

/** Single-use challenges for passkeys to sign. */
interface OperatorChallengesTable {
  challenge: string;
  session_id: string | null;
  purpose: 'register' | 'sign_in';
  expires_at: Date;
}

interface OperatorSessionsTable {
  id: string;
  operator_id: string;
  token_hash: string;
  strength: 'weak' | 'passkey';
  passkey_used_at: Date | null;
  created_at: Date;
  /** Time of the last request that the operator triggered, accurate to about 10 seconds. */
  used_at: Date;
  /** Absolute end of the session, even if it's in use. */
  expires_at: Date;
  ended_at: Date | null;
}

/**
 * The audit, which is append-only. An action, audited read or sign-in has one row. Its changes and its outcome are
 * further rows, which reference it in `of_id`.
 */
interface OperatorAuditTable {
  id: GeneratedAlways<number>;
  at: Date;
  kind: 'act' | 'read' | 'sign_in' | 'change' | 'outcome';
  /** Id of the call. */
  act: string;
  of_id: number | null;
  operator_id: string | null;
  session_id: string | null;
  region_id: RegionId | null;
  record_kind: string | null;
  record_id: string | null;
  before: Json;
  after: Json;
  why_hash: string | null;
  /** `done` or an error code. */
  outcome: string | null;
}

/** Reasons of actions; an erasure may remove a person's name from them. */
interface OperatorReasonsTable {
  audit_id: number;
  why: string;
}

/** A link of the hash chain over the audit's rows from `from_id` to `until_id`. */
interface OperatorAuditChainTable {
  until_id: number;
  from_id: number;
  rows: number;
  hash: string;
  at: Date;
}

/** An action that was submitted for approval. The server runs it when it's approved. */
interface OperatorApprovalsTable {
  uuid: string;
  act: string;
  body: ColumnType<unknown, RawBuilder<unknown>, RawBuilder<unknown>>;
  why: string;
  region_id: RegionId | null;
  record_kind: string;
  record_id: string;
  record_rev: number;
  requested_by: string;
  requested_at: Date;
  state: Generated<'open' | 'approved' | 'rejected' | 'void'>;
  decided_by: string | null;
  decided_at: Date | null;
}

/** An action on many records. The server runs one row after another and resumes after a restart. */
interface BulkJobsTable {
  uuid: string;
  /** Id of the action run on each row. */
  act: string;
  /** Countries of the records. */
  region_ids: RegionId[];
  operator_id: string;
  session_id: string | null;
  why: string;
  total: number;
  state: Generated<'running' | 'paused' | 'stopped' | 'done'>;
  /** True if a second person has approved the rows. */
  is_approved: Generated<boolean>;
  /** When the rows start to run; null for immediately. */
  due_at: Generated<Date | null>;
  created_at: Date;
  finished_at: Generated<Date | null>;
}

interface BulkJobRowsTable {
  job: string;
  position: number;
  record_id: string;
  /** Name of the record without personal data, such as an order's number. */
  label: string;
  state: Generated<'waiting' | 'done' | 'failed'>;
  /** Error code of a failed row. */
  problem: Generated<string | null>;
  /** The row's own input, encrypted; removed once the row is done. */
  sealed_input: string | null;
}

/** A record in a queue, claimed by an operator; other operators don't get it until the claim ends. */
interface RecordClaimsTable {
  record_kind: string;
  record_id: string;
  operator_id: string;
  until: Date;
}

/** Text that an operator has typed into a field of a record and not sent yet. */
interface OperatorDraftsTable {
  operator_id: string;
  record_kind: string;
  record_id: string;
  field: string;
  text: string;
  updated_at: Date;
}

/** An operator's internal comment on a record. */
interface RecordCommentsTable {
  uuid: string;
  record_kind: string;
  /** The record's uuid; of a record without one, derived from its name. */
  record_id: string;
  /** Id of a record without a uuid, such as `PL-double`; null for others. */
  record_name: Generated<string | null>;
  operator_id: string;
  /** Null once it is deleted, or erased with a person's data. */
  text: string | null;
  created_at: Date;
  /** When its author deleted it. */
  deleted_at: Generated<Date | null>;
}

/** A record opened by an operator. */
interface OperatorPresenceTable {
  record_kind: string;
  record_id: string;
  operator_id: string;
  seen_at: Date;
}

/** A record whose full name an operator has read by paging through a list. */
interface FullNameReadsTable {
  operator_id: string;
  record_id: string;
  read_at: Date;
}

/** A person whose records are affected or shown by an audited action. A trigger adds the rows. */
interface AuditPeopleTable {
  person_id: string;
  /** The action's main entry. */
  audit_id: number;
}

export interface ConsoleTables {
  operators: OperatorsTable;
  operator_grants: OperatorGrantsTable;
  operator_codes: OperatorCodesTable;
  operator_passkeys: OperatorPasskeysTable;
  operator_challenges: OperatorChallengesTable;
  operator_sessions: OperatorSessionsTable;
  operator_audit: OperatorAuditTable;
  audit_people: AuditPeopleTable;
  operator_reasons: OperatorReasonsTable;
  operator_audit_chain: OperatorAuditChainTable;
  operator_approvals: OperatorApprovalsTable;
  bulk_jobs: BulkJobsTable;
  bulk_job_rows: BulkJobRowsTable;
  record_claims: RecordClaimsTable;
  operator_drafts: OperatorDraftsTable;
  record_comments: RecordCommentsTable;
  operator_presence: OperatorPresenceTable;
  full_name_reads: FullNameReadsTable;
}
