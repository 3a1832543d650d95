import { type Generated } from 'kysely';

/** The one code by which a person may prove their e-mail address; a new one replaces it. */
export interface EmailVerificationsTable {
  installer_id: string;
  /** The address it was sent to: when the person's is another by then, it proves nothing. */
  email: string;
  code_hash: string;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
}

/** Who changed which fields, and when. Never what they were or are. */
export interface AccountChangesTable {
  id: string;
  installer_id: string;
  company_id: string;
  subject: 'user' | 'company' | 'session';
  /** JSON list of the names of the fields. */
  fields: unknown;
  created_at: Date;
}

export interface AccountTables {
  email_verifications: EmailVerificationsTable;
  account_changes: AccountChangesTable;
}
