/** An active link to a project's photos. Revoking deletes the row. */
interface PhotoSharesTable {
  uuid: string;
  company_id: string;
  project_id: string;
  /** Hash of the link's secret, which isn't stored. */
  secret_hash: string;
  /** Ids of the shared attachments, as a JSON list. */
  photos: unknown;
  created_at: Date;
  expires_at: Date;
}

export interface SharingTables {
  photo_shares: PhotoSharesTable;
}
