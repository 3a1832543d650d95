import { type Kysely, sql } from 'kysely';
import { type Database } from '../db/tables.ts';
import { type Picture } from './read-picture.ts';

/** Stores public pictures of the shop and the news. Skips those that are already stored. */
export async function storePictures(
  db: Kysely<Database>,
  pictures: readonly Picture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await db
    .insertInto('content_pictures')
    .values(
      pictures.map(({ uuid, mediaType, small, large }) => ({
        uuid,
        media_type: mediaType,
        small,
        large,
      })),
    )
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .execute();
}

/** Returns those of the ids that no stored picture has, each once. */
export async function findMissingPictures(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('content_pictures')
    .select('uuid')
    .where('uuid', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  const stored = new Set(rows.map(({ uuid }) => uuid));
  return [...new Set(ids)].filter((id) => !stored.has(id));
}
