import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { type Post } from '../operator/command.ts';
import { sentPicture } from './file-commands.ts';
import { SetupFileError } from './read-csv.ts';
import { SERIALS_FILE } from './send-folder.ts';
import { PICTURES_FOLDER, smallName } from './send-files.ts';
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
  // A malicious server must not make us write outside the folder.
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, basename(name)), text);
  const pictures = await savePictures(texts, folder, post);
  if (pictures === null) return { lines: [], isAccepted: false };
  const serialsPath = join(folder, SERIALS_FILE);
  writeFileSync(serialsPath, `${SERIAL_COLUMNS.join()}\n`);
  let count = 0;
  // The hyphen sorts before every code.
  for (let lastCode = '-'; ;) {
    const rows = await post({ words: ['setup', 'export-serials', lastCode], input: '', why });
    if (rows === null) return { lines: [], isAccepted: false };
    const [nextCode = ''] = rows.at(-1)?.split(',') ?? [];
    if (nextCode === '') break;
    appendFileSync(serialsPath, `${rows.join('\n')}\n`);
    count += rows.length;
    lastCode = nextCode;
  }
  const line = `${country}: exported, with ${count} serial numbers and ${pictures} pictures.`;
  return { lines: [line], isAccepted: true };
}

/** Writes the pictures that the files name. @returns their number; null if the server rejected something */
async function savePictures(
  texts: Readonly<Record<string, string>>,
  folder: string,
  post: Post,
): Promise<number | null> {
  const files = Object.values(texts).map((text) => JSON.parse(text) as object);
  const withPictures = v.pick(setupSchema, ['region', 'shop', 'news']);
  const names = listFiles(v.parse(withPictures, Object.assign({}, ...files)));
  if (names.length > 0) mkdirSync(join(folder, PICTURES_FOLDER));
  for (const name of names) {
    const [id = ''] = basename(name).split('.');
    const words = ['setup', 'export-picture', id];
    const response = await post({ words, input: '', why: '' });
    if (response === null) return null;
    const { large, small } = v.parse(sentPicture, JSON.parse(response[0] ?? ''));
    const path = join(folder, PICTURES_FOLDER, basename(name));
    writeFileSync(path, large);
    if (small !== null) writeFileSync(smallName(path), small);
  }
  return names.length;
}
