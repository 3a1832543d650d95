import type { ClubDatabase } from '../store/database.ts';
import type { PhotoStore } from './photos.ts';
import type { Clock } from '../ports.ts';

/** A photograph that no scan has named for so long was taken for one that was never captured. */
const FORGOTTEN_AFTER_MS = 86_400_000;

/** Gives up photographs that no scan on this device names. @returns how many */
export async function deleteOrphanedPhotos(
  database: ClubDatabase,
  photos: PhotoStore,
  clock: Clock,
): Promise<number> {
  const old = await photos.idsSavedBefore(clock() - FORGOTTEN_AFTER_MS);
  if (old.length === 0) return 0;
  const selector = { imageIdxDB: { $in: old }, state: { $ne: 'sent' as const } };
  const naming = await database.collections.scans.find({ selector }).exec();
  const named = new Set(naming.map(({ imageIdxDB }) => imageIdxDB));
  const forgotten = old.filter((id) => !named.has(id));
  for (const id of forgotten) await photos.discard(id);
  return forgotten.length;
}

/**
 * Gives up the photographs of scans that the server has.
 * @param rows as verdicts left them, of whichever collection
 */
export async function deleteSentPhotos(photos: PhotoStore, rows: readonly object[]): Promise<void> {
  for (const row of rows) {
    if (!('imageIdxDB' in row) || !('state' in row) || row.state !== 'sent') continue;
    if (typeof row.imageIdxDB === 'string') await photos.discard(row.imageIdxDB);
  }
}
