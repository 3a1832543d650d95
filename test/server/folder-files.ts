import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPicture } from '#server/contents/read-picture.ts';
import { storePictures } from '#server/contents/store-pictures.ts';
import { readGuideFile, storeDocuments } from '#server/guide/store-documents.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { type Post } from '#server/operator/command.ts';
import { DOCUMENTS_FOLDER, readFolderFiles, smallPictureName } from '#server/setup/send-files.ts';
import { type TestApp } from './test-app.ts';

/**
 * Sends operators' commands to a server.
 * @param problems receives the messages of rejected commands
 */
export function postTo({ app }: Pick<TestApp, 'app'>, problems: string[] = []): Post {
  return async (request) => {
    const response = await app.inject({ method: 'POST', url: OPERATOR_PATH, payload: request });
    const { data, errors = [] } = response.json<{
      data?: readonly string[];
      errors?: readonly { message: string }[];
    }>();
    problems.push(...errors.map(({ message }) => message));
    return data ?? null;
  };
}

/** Stores all pictures and documents of a setup's folder, for tests that send its files themselves. */
export async function storeFolderFiles({ db }: Pick<TestApp, 'db'>, folder: string): Promise<void> {
  for (const name of Object.keys(readFolderFiles(folder))) {
    if (name.startsWith(`${DOCUMENTS_FOLDER}/`)) {
      const document = readGuideFile(readFileSync(join(folder, name)));
      if ('problem' in document) throw new Error(`${name}: ${document.problem}`);
      await storeDocuments(db, [document]);
      continue;
    }
    const smallPath = join(folder, smallPictureName(name));
    const picture = readPicture(
      readFileSync(join(folder, name)),
      existsSync(smallPath) ? readFileSync(smallPath) : null,
    );
    if ('problem' in picture) throw new Error(`${name}: ${picture.problem}`);
    await storePictures(db, [picture]);
  }
}
