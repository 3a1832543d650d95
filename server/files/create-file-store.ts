import { type Environment } from '../environment.ts';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';
import { s3Files } from './s3-files.ts';

/** Where new files are kept: in the bucket of `FILES_URL`, or else in the database. */
export function createFileStore({ files }: Pick<Environment, 'files'>): FileStore {
  return files === null ? databaseFiles : s3Files(files);
}

/** Files in their own rows, which is all that a small site needs: one backup has everything. */
export const databaseFiles: FileStore = {
  hasKeys: false,
  put: (_key, content) => Promise.resolve({ content, stored_as: null }),
  get: notHere,
  remove: notHere,
  answers: () => Promise.resolve(true),
};

/** Only what another store has kept has a key. */
function notHere(): Promise<never> {
  const cause = new Error('A file is in a store that FILES_URL does not name any more.');
  return Promise.reject(new FileStoreUnavailableError(cause));
}
