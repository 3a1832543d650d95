import { readContent } from '../files/read-content.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';

/** Loads the bytes of a product's photo for an operator. Throws `not_found`, `FileStoreUnavailableError`. */
export async function loadPhotoForOperator(
  uuid: string,
  services: Pick<Services, 'db' | 'files' | 'logger'>,
): Promise<Uint8Array> {
  const photo = await services.db
    .selectFrom('photos')
    .select(['content', 'stored_as'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!photo) throw new ApiFailure('not_found');
  return readContent(photo, services);
}
