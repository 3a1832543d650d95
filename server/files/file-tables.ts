/**
 * Keys of files in the file store that no row references. A key is recorded before its file is stored, and removed once
 * the row that references the file is written. It's recorded again when that row is deleted.
 */
interface UnreferencedFilesTable {
  key: string;
  noted_at: Date;
  /** True once the bytes may be deleted, because no row can reference them again. */
  given_up: boolean;
}

export interface FileTables {
  unnamed_files: UnreferencedFilesTable;
}
