import { type Environment } from '../environment.ts';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';
import { createS3Files } from './s3-files.ts';

/** Store for new files: the bucket of `FILES_URL`, or the database. */
export function createFileStore({ files }: Pick<Environment, 'files'>): FileStore {
  return files === null ? databaseFiles : createS3Files(files);
}

/** Stores files in their own rows, which is enough for a small site: one backup contains everything. */
export const databaseFiles: FileStore = {
  hasKeys: false,
  put: (_key, content) => Promise.resolve({ content, stored_as: null }),
  get: rejectKey,
  remove: rejectKey,
  isReachable: () => Promise.resolve(true),
};

/** Rejects every key: only files in another store have keys. */
function rejectKey(): Promise<never> {
  const cause = new Error('A file is in a store that FILES_URL no longer names.');
  return Promise.reject(new FileStoreUnavailableError(cause));
}
