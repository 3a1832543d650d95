import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a folder's JSON files, as input for `setup` commands. Throws if the folder can't be read. */
export function readSetupFolder(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const texts = names
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  return JSON.stringify(Object.fromEntries(texts));
}
