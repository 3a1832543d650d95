import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { MAX_CONTENT_TEXT } from '#schemas/content.ts';
import { contentProblems, type ContentText } from '#schemas/operator/content-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { transact } from '../db/database.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  auditedPublished,
  findContentChanges,
  clearFailedPlan,
  type ContentTexts,
  type ContentVersions,
  getCurrentPictures,
  readFailedPlans,
  readVersions,
  toContentTexts,
  toTextList,
} from './content-versions.ts';
import {
  createAuditedChange,
  requireUnplanned,
  runContentAction,
  writeDraft,
} from './content-actions.ts';
import { listContents } from './list-operator-contents.ts';
import {
  listContentVersions,
  readContentVersion,
  restoreContentVersion,
} from './operator-content-versions.ts';
import { sanitiseTexts, setWithdrawn } from './publish-content.ts';
import { toEditedPictures, toShownPictures } from './picture-texts.ts';
import { clearDraft, getPublishableContent, publishDraft, getStatus } from './publish-draft.ts';
import { uploadPicture } from './upload-picture.ts';

/** Reads content in all its languages, and its draft. */
const readContent: OperatorHandler<typeof operatorCalls.readContent> = async (
  { params: { id } },
  { db },
) => {
  const versions = await readVersions(db, id);
  const { published, draft } = versions;
  const newestVersion = draft ?? published;
  if (newestVersion === null) throw new ApiFailure('not_found');
  return {
    id: versions.uuid,
    rev: versions.rev,
    region: versions.region_id,
    type: versions.type,
    status: getStatus(versions),
    published: published && toTextList(toContentTexts(published)),
    draft: draft && {
      texts: toTextList(toContentTexts(draft)),
      updated_at: draft.updated_at.toISOString(),
      updated_by: await loadOperatorName(db, draft.updated_by),
    },
    publish_at: draft?.publish_at?.toISOString() ?? null,
    failed_plan: draft && ((await readFailedPlans(db, [versions.uuid])).get(versions.uuid) ?? null),
    pictures: toShownPictures(getCurrentPictures(versions)),
    created_at: (published ?? newestVersion).created_at.toISOString(),
    updated_at: (published ?? newestVersion).updated_at.toISOString(),
  };
};

async function loadOperatorName(
  db: Kysely<Database>,
  operatorId: string | null,
): Promise<string | null> {
  if (operatorId === null) return null;
  const row = await db
    .selectFrom('operators')
    .select('name')
    .where('id', '=', operatorId)
    .executeTakeFirst();
  return row?.name ?? null;
}

const listContentTimeline: OperatorHandler<typeof operatorCalls.listContentTimeline> = (
  { params: { id }, query },
  { db },
) => readTimeline(db, id.toLowerCase(), query, []);

const createContent: OperatorHandler<typeof operatorCalls.createContent> = (
  { body: { region, type, title }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const [id, now] = [randomUUID(), new Date(clock.now())];
    const texts = { en: { title, text: '', youtube: null } };
    await trx
      .insertInto('content_drafts')
      .values({
        ...{ uuid: id, region: regionCodeOf(region), type, content: toJsonb(texts) },
        ...{ created_at: now, updated_at: now, updated_by: operator.operatorId },
      })
      .execute();
    const after = { type, ...findContentChanges(null, { texts, pictures: [] }).after };
    audit({ kind: 'content', id, region, before: null, after });
    return { id };
  });
};

const saveContentDraft: OperatorHandler<typeof operatorCalls.saveContentDraft> = (
  { params: { id }, body: { texts, rev, pictures: chosenPictures }, operator },
  { db, clock },
) => {
  const cleanedTexts = cleanTexts(texts);
  const pictures = chosenPictures && toEditedPictures(chosenPictures);
  return transact(db, async (trx) => {
    const versions = await readVersions(trx, id, 'update');
    if (versions.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
    requireUnplanned(versions);
    return writeDraft(
      trx,
      versions,
      { texts: cleanedTexts, pictures },
      { by: operator.operatorId, now: clock.now() },
    );
  });
};

/**
 * Sanitises texts by language.
 * @throws ApiFailure `invalid_input` if one is too long afterwards
 */
function cleanTexts(texts: readonly ContentText[]): ContentTexts {
  const cleanedTexts = sanitiseTexts(
    Object.fromEntries(texts.map(({ language, ...content }) => [language, content])),
  );
  if (Object.values(cleanedTexts).some(({ text }) => text.length > MAX_CONTENT_TEXT))
    throw new ApiFailure('invalid_input', { details: { reason: contentProblems.tooLong } });
  return cleanedTexts;
}

const discardContentDraft: OperatorHandler<typeof operatorCalls.discardContentDraft> = (
  input,
  { clock },
) =>
  runContentAction(input, async (trx, versions) => {
    requireUnplanned(versions);
    const { draft, published } = versions;
    if (draft === null) throw new ApiFailure('move_not_allowed');
    await clearDraft(trx, versions, clock.now());
    const { before, after } = findContentChanges(
      { texts: toContentTexts(draft), pictures: getCurrentPictures(versions) },
      auditedPublished(published),
    );
    return createAuditedChange(versions, before, published === null ? null : after);
  });

const publishContent: OperatorHandler<typeof operatorCalls.publishContent> = (input, { clock }) =>
  runContentAction(input, async (trx, versions) => {
    requireUnplanned(versions);
    const { publish_at } = input.body;
    if (publish_at === null)
      return publishDraft(trx, versions, { author: input.operator.operatorId, now: clock.now() });
    getPublishableContent(versions);
    if (Date.parse(publish_at) <= clock.now())
      throw new ApiFailure('date_too_early', { field: 'body.publish_at' });
    await setPlan(trx, versions, { at: new Date(publish_at), by: input.operator.operatorId });
    return createAuditedChange(versions, { publish_at: null }, { publish_at });
  });

const cancelContentPlan: OperatorHandler<typeof operatorCalls.cancelContentPlan> = (input) =>
  runContentAction(input, async (trx, versions) => {
    const plannedTime = versions.draft?.publish_at ?? null;
    if (plannedTime === null) throw new ApiFailure('move_not_allowed');
    await setPlan(trx, versions, null);
    return createAuditedChange(
      versions,
      { publish_at: plannedTime.toISOString() },
      { publish_at: null },
    );
  });

async function setPlan(
  trx: Transaction<Database>,
  { uuid }: ContentVersions,
  plan: { readonly at: Date; readonly by: string } | null,
): Promise<void> {
  await clearFailedPlan(trx, uuid);
  await trx
    .updateTable('content_drafts')
    .set((eb) => ({
      publish_at: plan?.at ?? null,
      planned_by: plan?.by ?? null,
      rev: eb('rev', '+', 1),
    }))
    .where('uuid', '=', uuid)
    .execute();
}

const withdrawContent: OperatorHandler<typeof operatorCalls.withdrawContent> = (input, { clock }) =>
  runContentAction(input, async (trx, versions) => {
    requireUnplanned(versions);
    if (getStatus(versions) !== 'published') throw new ApiFailure('move_not_allowed');
    const { uuid, region } = versions;
    await setWithdrawn(trx, { uuid, region, isWithdrawn: true, now: clock.now() });
    return createAuditedChange(versions, { status: 'published' }, { status: 'withdrawn' });
  });

const restoreContent: OperatorHandler<typeof operatorCalls.restoreContent> = (input, { clock }) =>
  runContentAction(input, async (trx, versions) => {
    if (getStatus(versions) !== 'withdrawn') throw new ApiFailure('move_not_allowed');
    const { uuid, region } = versions;
    await setWithdrawn(trx, { uuid, region, isWithdrawn: false, now: clock.now() });
    return createAuditedChange(versions, { status: 'withdrawn' }, { status: 'published' });
  });

export const operatorContentHandlers = {
  listContents,
  readContent,
  listContentTimeline,
  listContentVersions,
  readContentVersion,
  restoreContentVersion,
  createContent,
  saveContentDraft,
  uploadContentPicture: uploadPicture,
  discardContentDraft,
  publishContent,
  cancelContentPlan,
  withdrawContent,
  restoreContent,
} satisfies Partial<OperatorHandlers>;
