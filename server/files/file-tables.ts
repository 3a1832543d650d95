/**
 * What is, or may be, in the store of files while no row names it: noted before the file is put there, and with the
 * deletion of its row.
 */
export interface UnreferencedFilesTable {
  key: string;
  noted_at: Date;
  /** No row may name it any more: its bytes are to be removed. */
  given_up: boolean;
}

export interface FileTables {
  unnamed_files: UnreferencedFilesTable;
}
