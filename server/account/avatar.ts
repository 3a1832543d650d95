import { type Transaction } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { getInstallerUser } from '../access/self.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { readContent } from '../files/read-content.ts';
import { deleteContent, markUnreferenced } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { storePhoto } from '../photos/store-photo.ts';
import { type Services } from '../services.ts';
import { requireSelf } from './ownership.ts';
import { recordChange } from './record-change.ts';

/** Sets the profile picture. Idempotent. */
export const uploadAvatar: Handler<typeof calls.uploadAvatar> = async (
  { params, body, actor },
  services,
) => {
  requireSelf(actor, params.id);
  const { uuid } = await storePhoto(body, actor, services);
  return replaceAvatar(actor, uuid, services);
};

export const deleteAvatar: Handler<typeof calls.deleteAvatar> = async (
  { params, actor },
  services,
) => {
  requireSelf(actor, params.id);
  return replaceAvatar(actor, null, services);
};

/** Returns the profile picture. Throws `not_found` if there is none. */
export const getAvatar: Handler<typeof calls.getAvatar> = async ({ params, actor }, services) => {
  requireSelf(actor, params.id);
  const photo = await services.db
    .selectFrom('installers')
    .innerJoin('photos', 'photos.uuid', 'installers.avatar')
    .select(['photos.uuid', 'photos.media_type', 'photos.content', 'photos.stored_as'])
    .where('installers.id', '=', actor.userId)
    .where('photos.company_id', '=', actor.companyId)
    .executeTakeFirst();
  if (photo === undefined) throw new ApiFailure('not_found');
  return {
    uuid: photo.uuid,
    // Photos are stored only as PNG or JPEG (read-photo.ts).
    media_type: photo.media_type === 'image/png' ? 'image/png' : 'image/jpeg',
    content: Buffer.from(await readContent(photo, services)).toString('base64'),
  };
};

async function replaceAvatar(actor: Actor, uuid: string | null, services: Services) {
  const { person, unusedKey } = await transact(services.db, async (trx) => {
    let unusedKey: string | null = null;
    const current = await trx
      .selectFrom('installers')
      .select('avatar')
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (current.avatar !== uuid) {
      await trx
        .updateTable('installers')
        .set({ avatar: uuid })
        .where('id', '=', actor.userId)
        .execute();
      if (current.avatar !== null)
        unusedKey = await deleteUnusedPhoto(trx, actor, current.avatar, services.clock.now());
      await recordChange(trx, actor, services.clock.now(), { subject: 'user', fields: ['avatar'] });
    }
    return { person: await getInstallerUser(trx, actor.userId), unusedKey };
  });
  await deleteContent(unusedKey, services);
  return person;
}

/**
 * Deletes a photo unless a scan or a profile uses it.
 * @returns the key of the photo's file, to be deleted after the commit; null if there is no file to delete
 */
export async function deleteUnusedPhoto(
  trx: Transaction<Database>,
  { companyId }: Pick<Actor, 'companyId'>,
  uuid: string,
  now: number,
): Promise<string | null> {
  const deletedPhoto = await trx
    .deleteFrom('photos')
    .where('uuid', '=', uuid)
    .where('company_id', '=', companyId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('scans').select('scans.uuid').where('scans.image_data', '=', uuid))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('installers').select('installers.id').where('installers.avatar', '=', uuid),
        ),
      ),
    )
    .returning('stored_as')
    .executeTakeFirst();
  const unusedKey = deletedPhoto?.stored_as ?? null;
  await markUnreferenced(unusedKey, trx, now);
  return unusedKey;
}
