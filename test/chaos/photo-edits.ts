import { acceptsNewPhoto, type ScanDocument } from '#schemas/scan.ts';
import { greyPng } from '#test/sync/grey-png.ts';
import type { Actor, World } from './actor.ts';
import { intentOf, recordIntent } from './intents.ts';
import type { Edit } from './steps.ts';

/** Takes another photo of a product that a reviewer objected to, or whose new photo isn't on the server yet. */
export async function takeNewPhoto(
  actor: Actor,
  { intents }: World,
  { pick, picture }: Extract<Edit, { edit: 'new_photo' }>,
): Promise<boolean> {
  const { photos, scanCommands } = actor.account;
  const row = await pickScan(actor, pick, (scan) => acceptsNewPhoto(scan, Date.now()));
  if (!row) return false;
  const savedPhoto = await actor.unlessKilled(photos.save(greyPng(picture), 'image/png'));
  if (savedPhoto === null) return false;
  const photo = savedPhoto.value;
  intents.photos.add(photo);
  intents.newPhotos.add(photo);
  const replace = () =>
    scanCommands.replacePhoto(row.uuid, { imageIdxDB: photo, photo_of: 'label' });
  const result = await recordIntent(
    intents.scans,
    row.uuid,
    actor.phone,
    (before) => ({ ...(before ?? intentOf(row)), photo, deleted: false }),
    () => actor.unlessKilled(replace()),
  );
  return result !== null;
}

/** Discards a new photo; the server may already have received it. */
export async function discardNewPhoto(
  actor: Actor,
  { intents }: World,
  pick: number,
): Promise<boolean> {
  const row = await pickScan(actor, pick, (scan) => scan.replaced_photo !== null);
  if (!row) return false;
  const result = await recordIntent(
    intents.scans,
    row.uuid,
    actor.phone,
    (before) => ({ ...(before ?? intentOf(row)), photo: undefined }),
    () => actor.unlessKilled(actor.account.scanCommands.discardNewPhoto(row.uuid)),
  );
  return result !== null;
}

async function pickScan(
  { account }: Actor,
  pick: number,
  isChoice: (scan: ScanDocument) => boolean,
): Promise<ScanDocument | undefined> {
  const documents = await account.collections.scans.find().exec();
  const scans = documents
    .map((row) => row.toMutableJSON())
    .filter(isChoice)
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  return scans[pick % Math.max(1, scans.length)];
}
