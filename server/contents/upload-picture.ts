import type * as v from 'valibot';
import { pictureProblems, type uploadedPicture } from '#schemas/operator/picture-fields.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { readPicture } from './read-picture.ts';
import { storePictures } from './store-pictures.ts';

/**
 * Stores a picture that an operator uploads. Its id is derived from its bytes, so uploading it again changes nothing.
 * @throws ApiFailure `invalid_input` if it isn't a picture
 */
export async function uploadPicture(
  {
    body: { large: largePicture, small: smallPicture },
  }: { readonly body: v.InferOutput<typeof uploadedPicture> },
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<{ id: string }> {
  const bytes = (base64: string) => Buffer.from(base64, 'base64');
  const picture = readPicture(
    bytes(largePicture),
    smallPicture === null ? null : bytes(smallPicture),
  );
  if ('problem' in picture)
    throw new ApiFailure('invalid_input', { details: { reason: pictureProblems.unreadable } });
  await storePictures(db, [picture], new Date(clock.now()));
  return { id: picture.uuid };
}
