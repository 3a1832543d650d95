import { readFileSync } from 'node:fs';
import { type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { demoUuid } from './seeded-random.ts';

/** Created by `npm run pictures` (`tools/pictures`). */
const folder = new URL('./pictures/', import.meta.url);

/** Id of a demo picture by its file name. */
export function demoPictureId(name: string): string {
  return demoUuid(`picture:${name}`);
}

/**
 * Inserts demo pictures like uploaded ones.
 * @param names file names without width and extension, each once
 * @param widths of the small and the large file, in pixels
 * @throws if a file is missing
 */
export async function insertDemoPictures(
  trx: Transaction<Database>,
  names: readonly string[],
  widths: { readonly small: number; readonly large: number },
): Promise<void> {
  const readPicture = (name: string, width: number) =>
    readFileSync(new URL(`${name}-${width}.webp`, folder));
  const rows = names.map((name) => ({
    uuid: demoPictureId(name),
    media_type: 'image/webp' as const,
    small: readPicture(name, widths.small),
    large: readPicture(name, widths.large),
  }));
  await trx.insertInto('content_pictures').values(rows).execute();
}
