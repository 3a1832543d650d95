import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';

/**
 * Names what a build can read: it changes with the schemas and with nothing else, so that a build which
 * knows more asks again for what the one before could not read (F15), and no other build does.
 */
export function schemasStamp(): string {
  const folder = join(root, 'schemas');
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted();
  for (const name of names) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(folder, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}
