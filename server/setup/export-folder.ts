import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { DOCUMENT_FILE } from '../guide/setup-guide.ts';
import { type Post } from '../operator/command.ts';
import { sentPicture } from './file-commands.ts';
import { SetupFileError } from './read-csv.ts';
import { SERIALS_FILE } from './send-folder.ts';
import { DOCUMENTS_FOLDER, PICTURES_FOLDER, smallPictureName } from './send-files.ts';
import { listFiles } from './setup-files.ts';
import { setupSchema } from './setup-schema.ts';
import { SERIAL_COLUMNS } from './write-serials.ts';

/** Writes a country's setup into a new folder. Throws `SetupFileError`, and the file system's errors. */
export async function exportFolder(
  country: string,
  folder: string,
  post: Post,
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new SetupFileError(`The folder ${folder} isn’t empty. Choose a new one.`);
  }
  const why = '';
  const words = ['setup', 'export', country, basename(resolve(folder))];
  const response = await post({ words, input: '', why });
  if (response === null) return { lines: [], isAccepted: false };
  mkdirSync(folder, { recursive: true });
  const texts = v.parse(v.record(v.string(), v.string()), JSON.parse(response[0] ?? ''));
  // `basename` is used because a malicious server must not make us write outside the folder.
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, basename(name)), text);
  const counts = await saveFiles(texts, folder, post);
  if (counts === null) return { lines: [], isAccepted: false };
  const serialsPath = join(folder, SERIALS_FILE);
  writeFileSync(serialsPath, `${SERIAL_COLUMNS.join()}\n`);
  let count = 0;
  // The first request asks for the codes after the hyphen, which sorts before every code.
  for (let lastCode = '-'; ;) {
    const rows = await post({ words: ['setup', 'export-serials', lastCode], input: '', why });
    if (rows === null) return { lines: [], isAccepted: false };
    const [nextCode = ''] = rows.at(-1)?.split(',') ?? [];
    if (nextCode === '') break;
    appendFileSync(serialsPath, `${rows.join('\n')}\n`);
    count += rows.length;
    lastCode = nextCode;
  }
  const line = `${country}: exported, with ${count} serial numbers, ${counts.pictures} pictures and ${counts.documents} documents.`;
  return { lines: [line], isAccepted: true };
}

/**
 * Writes the pictures and documents referenced by the files.
 * @returns the numbers of pictures and documents; null if the server rejected a request
 */
async function saveFiles(texts: Readonly<Record<string, string>>, folder: string, post: Post) {
  const files = Object.values(texts).map((text) => JSON.parse(text) as object);
  const withFiles = v.pick(setupSchema, ['region', 'shop', 'news', 'product_guide']);
  const names = listFiles(v.parse(withFiles, Object.assign({}, ...files)));
  const counts = { pictures: 0, documents: 0 };
  for (const name of names) {
    const kind = DOCUMENT_FILE.test(name) ? DOCUMENTS_FOLDER : PICTURES_FOLDER;
    mkdirSync(join(folder, kind), { recursive: true });
    const save = kind === DOCUMENTS_FOLDER ? saveDocument : savePicture;
    if (!(await save(basename(name), join(folder, kind, basename(name)), post))) return null;
    counts[kind] += 1;
  }
  return counts;
}

/**
 * Writes a picture and, if there is one, its small version.
 * @returns false if the server rejected the request
 */
async function savePicture(name: string, path: string, post: Post): Promise<boolean> {
  const [id = ''] = name.split('.');
  const words = ['setup', 'export-picture', id];
  const response = await post({ words, input: '', why: '' });
  if (response === null) return false;
  const { large: largePicture, small: smallPicture } = v.parse(
    sentPicture,
    JSON.parse(response[0] ?? ''),
  );
  writeFileSync(path, largePicture);
  if (smallPicture !== null) writeFileSync(smallPictureName(path), smallPicture);
  return true;
}

/**
 * Writes a document part by part.
 * @returns false if the server rejected a request
 */
async function saveDocument(name: string, path: string, post: Post): Promise<boolean> {
  const [id = ''] = name.split('.');
  writeFileSync(path, '');
  for (let start = 0; ;) {
    const words = ['setup', 'export-document', id, String(start)];
    const response = await post({ words, input: '', why: '' });
    if (response === null) return false;
    const part = Buffer.from(response[0] ?? '', 'base64');
    if (part.length === 0) return true;
    appendFileSync(path, part);
    start += part.length;
  }
}
