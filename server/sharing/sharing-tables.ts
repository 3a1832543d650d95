/** A working link to photos of a project. Revoking deletes the row. */
interface PhotoSharesTable {
  uuid: string;
  company_id: string;
  project_id: string;
  /** Hash of the secret in the link, which isn't stored. */
  secret_hash: string;
  /** JSON list of the ids of the chosen attachments. */
  photos: unknown;
  created_at: Date;
  expires_at: Date;
}

export interface SharingTables {
  photo_shares: PhotoSharesTable;
}
