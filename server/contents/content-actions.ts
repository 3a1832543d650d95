import { type Transaction } from 'kysely';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  type ContentTexts,
  type ContentVersions,
  findVersions,
  lockVersions,
} from './content-versions.ts';
import { type EditedPicture } from './picture-texts.ts';
import { requirePictures } from './store-pictures.ts';

/**
 * Replaces the content's draft, which the caller has locked.
 * @param draft without `pictures`, the stored pictures stay unchanged
 * @throws ApiFailure `conflict` if another operator has saved the draft in the meantime, `invalid_input` for an unknown
 *   picture
 */
export async function writeDraft(
  trx: Transaction<Database>,
  { uuid, region, type, rev, published }: ContentVersions,
  draft: { readonly texts: ContentTexts; readonly pictures: readonly EditedPicture[] | undefined },
  { by, now }: { readonly by: string; readonly now: number },
): Promise<{ rev: number }> {
  const { texts, pictures } = draft;
  if (pictures) {
    const ids = pictures.map(({ id }) => id);
    await requirePictures(trx, ids, now);
  }
  const changes = {
    ...{ type, content: toJsonb(texts), ...(pictures && { pictures: toJsonb(pictures) }) },
    ...{ updated_at: new Date(now), updated_by: by },
  };
  const publishedRev = published?.details_rev ?? 0;
  const savedDraft = await trx
    .insertInto('content_drafts')
    .values({ uuid, region, created_at: new Date(now), ...changes })
    .onConflict((conflict) =>
      conflict
        .column('uuid')
        .doUpdateSet((eb) => ({ ...changes, rev: eb('content_drafts.rev', '+', 1) }))
        // Another operator may have inserted the row in the meantime.
        .where('content_drafts.rev', '=', rev - publishedRev),
    )
    .returning('rev')
    .executeTakeFirst();
  if (savedDraft === undefined) throw new ApiFailure('conflict', { field: 'body.rev' });
  return { rev: savedDraft.rev + publishedRev };
}

/**
 * Throws `conflict` while a publication is planned. Otherwise the planned version would change without an action in the
 * audit.
 */
export function requireUnplanned({ draft }: ContentVersions): void {
  if ((draft?.publish_at ?? null) !== null)
    throw new ApiFailure('conflict', { details: { reason: contentProblems.planned } });
}

interface ContentAction {
  readonly params: { readonly id: string };
  readonly body: { readonly rev: number };
  readonly audit: (change: AuditedChange) => void;
  readonly runAction: <Result>(
    work: (trx: Transaction<Database>) => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Locks the content and runs an action on it.
 * @returns the content's new version
 */
export function runContentAction(
  { params: { id }, body: { rev }, audit, runAction }: ContentAction,
  work: (trx: Transaction<Database>, versions: ContentVersions) => Promise<AuditedChange>,
): Promise<{ rev: number }> {
  return runAction(async (trx) => {
    const versions = await lockVersions(trx, id, rev);
    audit(await work(trx, versions));
    // Content that was never published no longer exists once its draft is deleted.
    const after = await findVersions(trx, id);
    return { rev: after?.rev ?? 0 };
  });
}

export const createAuditedChange = (
  { uuid: id, region_id: region }: ContentVersions,
  before: AuditedChange['before'],
  after: AuditedChange['after'],
): AuditedChange => ({ kind: 'content', id, region, before, after });
