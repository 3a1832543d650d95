import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { SetupFileError } from './read-csv.ts';
import { type Post, SERIALS_FILE } from './send-folder.ts';
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
  return { lines: [`${country}: exported, with ${count} serial numbers.`], isAccepted: true };
}
