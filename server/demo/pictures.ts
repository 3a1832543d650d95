import { readFileSync } from 'node:fs';
import { type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { demoUuid } from './seeded-random.ts';

/** Made by `npm run pictures` (`tools/pictures`). */
const folder = new URL('./pictures/', import.meta.url);

/** The id of a picture of the demo, by the name of its file. */
export function demoPictureId(name: string): string {
  return demoUuid(`picture:${name}`);
}

/**
 * Stores pictures of the demo as a vendor's or an editor's are stored.
 * @param names of their files, without width and ending; each of them once
 * @param widths of the small and of the large file, in pixels
 * @throws where one is missing
 */
export async function insertDemoPictures(
  trx: Transaction<Database>,
  names: readonly string[],
  widths: { readonly small: number; readonly large: number },
): Promise<void> {
  const read = (name: string, width: number) =>
    readFileSync(new URL(`${name}-${width}.webp`, folder));
  const rows = names.map((name) => ({
    uuid: demoPictureId(name),
    media_type: 'image/webp' as const,
    small: read(name, widths.small),
    large: read(name, widths.large),
  }));
  await trx.insertInto('content_pictures').values(rows).execute();
}
