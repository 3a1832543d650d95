import { randomUUID } from 'node:crypto';

/** What the row of a file has of its bytes: themselves, or the key that they are kept under elsewhere. */
export type StoredContent =
  | { readonly content: Uint8Array; readonly stored_as: null }
  | { readonly content: null; readonly stored_as: string };

/**
 * Where the bytes of photos and order files are kept. What is known of a file stays in its row. All of it throws
 * `FileStoreUnavailableError` where the store can't do it just now; what was asked may have been done or not.
 */
export interface FileStore {
  /** Whether it keeps files under keys; the database's own rows need none. */
  readonly hasKeys: boolean;
  /** Keeps bytes under a key that nothing was kept under before. @returns what their row has to have */
  put(key: string, content: Uint8Array): Promise<StoredContent>;
  /** @returns null where nothing is kept under the key */
  get(key: string): Promise<Uint8Array | null>;
  /** Whether there was something or not. */
  remove(key: string): Promise<void>;
  /** Whether it does its work. Never throws. */
  answers(): Promise<boolean>;
}

/** The tables whose files they are. */
export type FileTable = 'photos' | 'order_files';

/**
 * A key that no other row has, nor ever had: so one that is left over may always be removed, whoever sends the same
 * file again at that moment.
 */
export function newFileKey(table: FileTable, companyId: string, uuid: string): string {
  return `${table.replace('_', '-')}/${companyId}/${uuid}/${randomUUID()}`;
}

/** The store of files is not reached, does not take what is asked, or is at fault itself. */
export class FileStoreUnavailableError extends Error {
  readonly code = 'file_store_unavailable';

  constructor(cause: unknown) {
    super('The store of files does not answer.', { cause });
    this.name = 'FileStoreUnavailableError';
  }
}
