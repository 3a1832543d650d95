import { DAY_MS } from '#schemas/durations.ts';
import type { ClubDatabase } from '../store/database.ts';
import type { PhotoStore } from './photos.ts';
import type { Clock } from '../ports.ts';

/**
 * Age in ms after which a photo without a scan is deleted. Such a photo belongs to a scan that was never captured, or
 * to an abandoned draft.
 */
const ORPHAN_TTL_MS = DAY_MS;

/**
 * Deletes photos that were saved more than a day ago and that no unsent scan references.
 * @returns the number deleted
 */
export async function deleteOrphanedPhotos(
  database: ClubDatabase,
  photos: PhotoStore,
  clock: Clock,
): Promise<number> {
  const expiredIds = await photos.idsSavedBefore(clock() - ORPHAN_TTL_MS);
  if (expiredIds.length === 0) return 0;
  const selector = { imageIdxDB: { $in: expiredIds }, state: { $ne: 'sent' as const } };
  const scansWithPhoto = await database.collections.scans.find({ selector }).exec();
  const referencedIds = new Set(scansWithPhoto.map(({ imageIdxDB }) => imageIdxDB));
  const orphanedIds = expiredIds.filter((id) => !referencedIds.has(id));
  for (const id of orphanedIds) await photos.discard(id);
  return orphanedIds.length;
}

/**
 * Deletes the photos of scans that the server has.
 * @param rows documents of any collection, after verdicts were applied
 */
export async function deleteSentPhotos(photos: PhotoStore, rows: readonly object[]): Promise<void> {
  for (const row of rows) {
    if (!('imageIdxDB' in row) || !('state' in row) || row.state !== 'sent') continue;
    if (typeof row.imageIdxDB === 'string') await photos.discard(row.imageIdxDB);
  }
}
