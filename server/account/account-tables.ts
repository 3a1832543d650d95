import { type Generated, type GeneratedAlways } from 'kysely';
import { type CodeLength } from '#schemas/session.ts';

/** The one code by which a person may prove an e-mail address; a new one replaces it. */
export interface EmailVerificationsTable {
  installer_id: string;
  /** The address it was sent to. When the person's is another, this one is to replace it. */
  email: string;
  code_hash: string;
  code_length: CodeLength;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
}

/** An address that a person had, until its way back is over. Nobody else may have it meanwhile. */
export interface FormerEmailsTable {
  /** Says which was left behind first. */
  id: GeneratedAlways<number>;
  installer_id: string;
  /** Lower case. */
  email: string;
  /** Of the code that the message about the change brought there. */
  code_hash: string;
  expires_at: Date;
}

/** Who changed which fields, and when. Never what they were or are. */
export interface AccountChangesTable {
  id: string;
  installer_id: string;
  company_id: string;
  /** `member`: a colleague, by an owner. */
  subject: 'user' | 'company' | 'session' | 'member';
  /** JSON list of the names of the fields. */
  fields: unknown;
  created_at: Date;
}

export interface AccountTables {
  email_verifications: EmailVerificationsTable;
  former_emails: FormerEmailsTable;
  account_changes: AccountChangesTable;
}
