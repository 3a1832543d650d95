import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import {
  MAX_SHARE_LINKS,
  type PhotoShare,
  type PhotoShareRequest,
  SHARE_DAYS,
} from '#schemas/photo-share.ts';
import { hashToken, newToken } from '../access/tokens.ts';
import { singlePage } from '../db/bounded-list.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { findProject } from '../projects/find-project.ts';
import { selectSharedPhotos } from './shared-photos.ts';
import { type SharingTables } from './sharing-tables.ts';

/** Links to a project's photos. */
export const sharingHandlers = {
  createPhotoShare({ params, body, actor }, services) {
    const now = services.clock.now();
    const secret = newToken();
    return transact(services.db, async (trx) => {
      // The lock serialises a company's requests, so that concurrent requests can't exceed the limit.
      await lockCompany(trx, actor.companyId);
      await findProject(trx, actor.companyId, params.id);
      await requirePhotos(trx, params.id, body, actor);
      await enforceLinkLimit(trx, params.id, body, now);
      const row = {
        project_id: params.id,
        secret_hash: hashToken(secret),
        photos: toJsonb([...new Set(body.photos)]),
        created_at: new Date(now),
        expires_at: new Date(now + SHARE_DAYS * DAY_MS),
      };
      const savedShare = await trx
        .insertInto('photo_shares')
        .values({ ...row, uuid: body.uuid, company_id: actor.companyId })
        .onConflict((conflict) =>
          conflict
            .column('uuid')
            .doUpdateSet(row)
            .where('photo_shares.company_id', '=', actor.companyId)
            .where('photo_shares.project_id', '=', params.id),
        )
        .returningAll()
        .executeTakeFirst();
      if (!savedShare) throw new ApiFailure('key_reused', { field: 'body.uuid' });
      const origin = new URL(services.environment.appUrl).origin;
      return { ...shareFromRow(savedShare), link: `${origin}/share/${secret}` };
    });
  },

  async listPhotoShares({ params, actor }, { db, clock }) {
    await findProject(db, actor.companyId, params.id);
    const rows = await selectActiveShares(db, params.id, clock.now())
      .where('company_id', '=', actor.companyId)
      .orderBy('created_at', 'desc')
      .execute();
    return singlePage(rows.map(shareFromRow));
  },

  async deletePhotoShare({ params, actor }, { db }) {
    const { numDeletedRows } = await db
      .deleteFrom('photo_shares')
      .where('uuid', '=', params.id)
      .where('company_id', '=', actor.companyId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiFailure('not_found');
    return {};
  },
} satisfies Partial<Handlers>;

/** Selects a project's links that haven't expired. */
function selectActiveShares(db: Kysely<Database>, projectId: string, now: number) {
  return db
    .selectFrom('photo_shares')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('expires_at', '>', new Date(now));
}

/** Throws `photos_not_available` unless all requested photos belong to the project and the server has them. */
async function requirePhotos(
  trx: Transaction<Database>,
  projectId: string,
  { photos }: PhotoShareRequest,
  { companyId }: Actor,
): Promise<void> {
  const availablePhotos = await selectSharedPhotos(trx, { companyId, projectId, photos })
    .select('attachments.uuid')
    .execute();
  if (availablePhotos.length < new Set(photos).size) {
    throw new ApiFailure('photos_not_available', { field: 'body.photos' });
  }
}

/** Throws `share_limit_reached` if the project has too many other links. */
async function enforceLinkLimit(
  trx: Transaction<Database>,
  projectId: string,
  { uuid }: PhotoShareRequest,
  now: number,
): Promise<void> {
  const otherShares = await selectActiveShares(trx, projectId, now)
    .where('uuid', '<>', uuid)
    .execute();
  if (otherShares.length >= MAX_SHARE_LINKS) throw new ApiFailure('share_limit_reached');
}

function shareFromRow(row: Selectable<SharingTables['photo_shares']>): PhotoShare {
  return {
    uuid: row.uuid,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    // The cast is safe, because only this file writes the column, and it always writes a list of ids.
    photos_count: (row.photos as string[]).length,
  };
}
