/**
 * Keys in the file store that no row references: noted before the file is stored, and when its row is deleted.
 */
interface UnreferencedFilesTable {
  key: string;
  noted_at: Date;
  /** The bytes are to be deleted; a row may no longer reference them. */
  given_up: boolean;
}

export interface FileTables {
  unnamed_files: UnreferencedFilesTable;
}
