/** Keys in the file store that no row references: recorded before the file is stored, and when its row is deleted. */
interface UnreferencedFilesTable {
  key: string;
  noted_at: Date;
  /** True once the bytes may be deleted: no row can reference them again. */
  given_up: boolean;
}

export interface FileTables {
  unnamed_files: UnreferencedFilesTable;
}
