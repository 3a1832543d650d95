import { type Generated, type GeneratedAlways } from 'kysely';
import { type CodeLength } from '#schemas/session.ts';

/** A person's current code for verifying an email address; a new one replaces it. */
interface EmailVerificationsTable {
  installer_id: string;
  /**
   * Address that the code was sent to. If it isn't the person's current address yet, it becomes the current one once
   * the code is entered.
   */
  email: string;
  code_hash: string;
  code_length: CodeLength;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
}

/** A person's previous address while it can be restored. During that time, no one else can use the address. */
interface FormerEmailsTable {
  /** Orders the addresses by when they were replaced. */
  id: GeneratedAlways<number>;
  installer_id: string;
  /** Lower case. */
  email: string;
  /** Hash of the code in the notification sent to that address. */
  code_hash: string;
  expires_at: Date;
}

/** Audit of account changes. It records who changed which fields and when, but never their values. */
export interface AccountChangesTable {
  id: string;
  installer_id: string;
  company_id: string;
  /** `member` means that an owner changed a colleague's data. */
  subject: 'user' | 'company' | 'session' | 'member';
  /** JSON list of field names. */
  fields: unknown;
  created_at: Date;
}

export interface AccountTables {
  email_verifications: EmailVerificationsTable;
  former_emails: FormerEmailsTable;
  account_changes: AccountChangesTable;
}
