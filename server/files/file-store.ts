import { randomUUID } from 'node:crypto';

/** Columns of a file's row: the bytes, or their key in another store. */
export type StoredContent =
  | { readonly content: Uint8Array; readonly stored_as: null }
  | { readonly content: null; readonly stored_as: string };

/**
 * Store for the bytes of photos, order files and attachments. Their metadata is in their rows. On failure, all methods
 * except `isReachable` throw `FileStoreUnavailableError`. It's then unknown whether the operation took place.
 */
export interface FileStore {
  /** True if the bytes are in another store, under their keys; false if they are in the database rows. */
  readonly isOutsideDatabase: boolean;
  /**
   * Stores bytes under a new key.
   * @returns the columns for the row
   */
  put(key: string, content: Uint8Array): Promise<StoredContent>;
  /** @returns null if the key doesn't exist */
  get(key: string): Promise<Uint8Array | null>;
  /** Succeeds even if the key doesn't exist. */
  remove(key: string): Promise<void>;
  /** Health check. Never throws. */
  isReachable(): Promise<boolean>;
}

/** Tables with files. */
export type FileTable = 'photos' | 'order_files' | 'attachments' | 'handover_documents';

/**
 * Creates a key that is never reused, so that a leftover file can be deleted even while the same file is uploaded
 * again.
 */
export function newFileKey(table: FileTable, companyId: string, uuid: string): string {
  return `${table.replace('_', '-')}/${companyId}/${uuid}/${randomUUID()}`;
}

/** The file store can't be reached, rejects a request, or has an error. */
export class FileStoreUnavailableError extends Error {
  readonly code = 'file_store_unavailable';

  constructor(cause: unknown) {
    super('The file store doesn’t respond.', { cause });
    this.name = 'FileStoreUnavailableError';
  }
}
