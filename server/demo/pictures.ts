import { readFileSync } from 'node:fs';
import { type Transaction } from 'kysely';
import { type Picture, readPicture } from '../contents/read-picture.ts';
import { storePictures } from '../contents/store-pictures.ts';
import { type Database } from '../db/tables.ts';

/** Created by `npm run pictures` (`tools/pictures`). */
const folder = new URL('./pictures/', import.meta.url);
/** Widths in pixels of the small and the large file. */
const GOODS_WIDTHS = [400, 800] as const;
const NEWS_WIDTHS = [640, 1280] as const;
const pictures = new Map<string, Picture>();

/**
 * Returns the id of a demo picture. Throws if one of its files is missing.
 * @param name file name without width and extension
 */
export function demoPictureId(name: string): string {
  return loadPicture(name).uuid;
}

/**
 * Stores demo pictures as a country's setup does.
 * @param names as for `demoPictureId`
 */
export function insertDemoPictures(
  trx: Transaction<Database>,
  names: readonly string[],
): Promise<void> {
  return storePictures(trx, names.map(loadPicture));
}

function loadPicture(name: string): Picture {
  const loadedPicture = pictures.get(name);
  if (loadedPicture) return loadedPicture;
  const [smallPicture, largePicture] = (name.startsWith('news-') ? NEWS_WIDTHS : GOODS_WIDTHS).map(
    (width) => readFileSync(new URL(`${name}-${width}.webp`, folder)),
  );
  const picture = readPicture(largePicture ?? Buffer.alloc(0), smallPicture ?? null);
  if ('problem' in picture) throw new Error(`${name}: ${picture.problem}`);
  pictures.set(name, picture);
  return picture;
}
