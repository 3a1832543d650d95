import { type FileStore, FileStoreUnavailableError } from './file-store.ts';

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
