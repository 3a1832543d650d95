import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { pictureProblems } from '#schemas/operator/picture-fields.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { type Picture } from './read-picture.ts';

/** Uploaded pictures that nothing uses are deleted after this time. */
const UNUSED_TTL_MS = 30 * DAY_MS;
/**
 * A used picture's upload time is renewed only if it's older than this. Otherwise, every save of a draft would have to
 * write the time.
 */
const REFRESH_MS = DAY_MS;
/** Maximum number of pictures deleted per run. */
const MAX_DELETED = 100;

/**
 * Stores public pictures for the shop and news. Skips pictures that are already stored, but updates the upload time of
 * those that operators uploaded.
 * @param uploadedAt time of an operator's upload; null for pictures from a setup, which are never deleted
 */
export async function storePictures(
  db: Kysely<Database>,
  pictures: readonly Picture[],
  uploadedAt: Date | null = null,
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
        uploaded_at: uploadedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('uuid')
        .doUpdateSet({ uploaded_at: uploadedAt })
        .where('content_pictures.uploaded_at', 'is not', null),
    )
    .execute();
}

/** Returns the distinct ids without a stored picture. */
export async function findMissingPictures(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('content_pictures')
    .select('uuid')
    .where('uuid', '=', anyUuid(ids))
    .execute();
  const storedIds = new Set(rows.map(({ uuid }) => uuid));
  return [...new Set(ids)].filter((id) => !storedIds.has(id));
}

/**
 * Verifies that pictures are stored, and protects them from deletion until they are used.
 * @throws ApiFailure `invalid_input` if a picture isn't stored
 */
export async function requirePictures(
  trx: Transaction<Database>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await trx
    .updateTable('content_pictures')
    .set({ uploaded_at: new Date(now) })
    .where('uuid', '=', anyUuid(ids))
    .where('uploaded_at', '<', new Date(now - REFRESH_MS))
    .execute();
  if ((await findMissingPictures(trx, ids)).length > 0)
    throw new ApiFailure('invalid_input', { details: { reason: pictureProblems.unknown } });
}

/** Deletes uploaded pictures that no draft, version or product has used for 30 days. */
export async function deleteUnusedPictures({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - UNUSED_TTL_MS);
  const oldPictures = db
    .selectFrom('content_pictures as picture')
    .select('uuid')
    .where('uploaded_at', '<', before)
    .where(
      sql<boolean>`not exists (select from contents c where c.media = picture.uuid or picture.uuid = any(c.other_images))
        and not exists (select from content_drafts d
          where d.pictures @> jsonb_build_array(jsonb_build_object('id', picture.uuid)))
        and not exists (select from content_versions v
          where v.pictures @> jsonb_build_array(jsonb_build_object('id', picture.uuid)))
        and not exists (select from shop_products p where picture.uuid = any(p.pictures))
        and not exists (select from shop_categories g where g.picture = picture.uuid)`,
    )
    .limit(MAX_DELETED);
  await db
    .deleteFrom('content_pictures')
    .where('uuid', 'in', oldPictures)
    // Checked again once the row is locked, because the picture may have been uploaded or used again.
    .where('uploaded_at', '<', before)
    .execute();
}
