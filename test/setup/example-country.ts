import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-tree.ts';

/** Folder of the published example of a country's setup. */
const exampleFolder = join(root, 'deploy', 'example-country');

/** Texts of the example's setup files, by name. */
export const exampleCountry: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(exampleFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(join(exampleFolder, name), 'utf8')]),
);
