import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFolderFiles } from '#server/setup/send-files.ts';
import { SETUP_FILE } from '#server/setup/read-setup.ts';
import { root } from './source-tree.ts';

/** Folder of the published example of a country's setup. */
export const exampleFolder = join(root, 'deploy', 'example-country');

/** Texts of the example's setup files, by name. */
export const exampleCountry: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(exampleFolder)
    .filter((name) => SETUP_FILE.test(name))
    .map((name) => [name, readFileSync(join(exampleFolder, name), 'utf8')]),
);

/** Input of `setup check` and `setup apply` for files used with the example's pictures. */
export function exampleInput(files: Readonly<Record<string, string>>): string {
  return JSON.stringify({ files, pictures: readFolderFiles(exampleFolder) });
}
