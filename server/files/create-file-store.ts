import { type Environment } from '../environment.ts';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';
import { createS3Files } from './s3-files.ts';

/** Creates the store for new files: the bucket at `FILES_URL`, or the database if there is no such setting. */
export function createFileStore({ files }: Pick<Environment, 'files'>): FileStore {
  return files === null ? databaseFiles : createS3Files(files);
}

/**
 * Stores each file in its own database row. This is enough for a small site, and a backup of the database then contains
 * everything.
 */
export const databaseFiles: FileStore = {
  isOutsideDatabase: false,
  put: (_key, content) => Promise.resolve({ content, stored_as: null }),
  get: rejectKey,
  remove: rejectKey,
  isReachable: () => Promise.resolve(true),
};

/** Rejects every key, because only files in another store have keys. */
function rejectKey(): Promise<never> {
  const cause = new Error('A file is in a store that FILES_URL no longer refers to.');
  return Promise.reject(new FileStoreUnavailableError(cause));
}
