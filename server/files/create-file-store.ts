import { type Environment } from '../environment.ts';
import { databaseFiles } from './database-files.ts';
import { type FileStore } from './file-store.ts';
import { s3Files } from './s3-files.ts';

/** Where new files are kept: in the bucket of `FILES_URL`, or else in the database. */
export function createFileStore({ files }: Pick<Environment, 'files'>): FileStore {
  return files === null ? databaseFiles : s3Files(files);
}
