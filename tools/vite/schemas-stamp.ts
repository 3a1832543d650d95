import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';

/**
 * Returns a hash of the schemas, which identifies the data that a build can read. A build with new schemas refetches
 * data that the previous build couldn't read (F15); other builds don't.
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
