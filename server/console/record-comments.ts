import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { type CommentKind, commentKinds, commentRights } from '#schemas/operator/comment-calls.ts';
import { type ChangedList } from '#schemas/operator/changed-lists.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type RedactedPerson, redactText } from '../account/redact-person.ts';
import { campaignRegionOf, findCampaignRegion } from '../campaigns/campaign-figures.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { deleteSentDraft } from './draft-handlers.ts';
import { type CommentedRecord, requireUnerased } from './erased-records.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from './operator-handler.ts';
import { findRecordRegion, scopedQueries } from './operator-scope.ts';
import { requireOtherCompany } from './own-company.ts';
import { commentedId } from './record-timeline.ts';

/** Field of the draft of a comment. */
const DRAFT_FIELD = 'comment';

/**
 * For each kind of record, the list that open consoles refetch when someone comments on a record. Timelines of other
 * kinds are only refetched when they are opened.
 */
const changedLists: Readonly<Partial<Record<CommentKind, ChangedList>>> = {
  announcement: 'announcements',
  campaign: 'campaigns',
  certificate: 'certificates',
  company: 'companies',
  installer: 'people',
  lead: 'leads',
  lead_request: 'lead_requests',
  order: 'orders',
  project: 'projects',
  survey: 'surveys',
};

/**
 * Returns the record's country if the operator may comment there.
 * @throws ApiFailure `not_found` if they can't read the record; `forbidden` for viewers, and for records of their own
 *   company
 */
async function authorise(
  trx: Transaction<Database>,
  { grants, operatorId }: OperatorActor,
  { kind, id }: CommentedRecord,
  find: typeof findRegion = findRegion,
): Promise<RegionId> {
  const region = await find(trx, regionsWithRight(grants, commentRights[kind]), { kind, id });
  if (region === null) throw new ApiFailure('not_found');
  const isViewer = grants.every(
    ({ role, regions }) => role === 'viewer' || !regions.includes(region),
  );
  if (isViewer) throw new ApiFailure('forbidden');
  await requireOtherCompany(trx, operatorId, { kind, ids: [id] });
  return region;
}

/** Finds the country of a record in the given countries; null if it isn't there. */
async function findRegion(
  trx: Transaction<Database>,
  regions: readonly RegionId[],
  { kind, id }: CommentedRecord,
): Promise<RegionId | null> {
  if (kind === 'campaign') return findCampaignRegion(trx, { regions }, id);
  if (!v.is(uuid, id)) return null;
  return (await findRecordRegion(scopedQueries(trx, regions), kind, [id]))?.common ?? null;
}

/** Like `findRegion`, but also finds a campaign that was removed. */
const findCommentRegion: typeof findRegion = async (trx, regions, record) =>
  record.kind === 'campaign'
    ? campaignRegionOf(regions, record.id)
    : findRegion(trx, regions, record);

/** Tells open consoles that the record's timeline has changed. */
async function recordListChange(
  trx: Transaction<Database>,
  kind: CommentKind,
  region: RegionId,
): Promise<void> {
  const list = changedLists[kind];
  if (list === undefined) return;
  await sql`
    insert into list_changes (region_id, list) values (${region}, ${list})
    on conflict do nothing`.execute(trx);
}

const writeComment: OperatorHandler<typeof operatorCalls.writeComment> = (
  { body: { kind, record, text }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const id = kind === 'campaign' ? record : record.toLowerCase();
    const region = await authorise(trx, operator, { kind, id });
    await requireUnerased(trx, { kind, id });
    const { operatorId } = operator;
    const commentId = randomUUID();
    await trx
      .insertInto('record_comments')
      .values({
        ...{ uuid: commentId, record_kind: kind, operator_id: operatorId, text },
        ...{ record_id: commentedId(id), record_name: kind === 'campaign' ? id : null },
        created_at: new Date(clock.now()),
      })
      .execute();
    await deleteSentDraft(trx, operatorId, { kind, record: id, field: DRAFT_FIELD, text });
    await recordListChange(trx, kind, region);
    audit({ kind, id, region, before: null, after: { comment: commentId } });
    return { id: commentId };
  });

const deleteComment: OperatorHandler<typeof operatorCalls.deleteComment> = (
  { params, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const comment = await trx
      .selectFrom('record_comments')
      .selectAll()
      .where('uuid', '=', params.id)
      .forUpdate()
      .executeTakeFirst();
    const kind = commentKinds.find((name) => name === comment?.record_kind);
    if (comment === undefined || kind === undefined) throw new ApiFailure('not_found');
    const { operator_id: author, deleted_at } = comment;
    const id = comment.record_name ?? comment.record_id;
    const region = await authorise(trx, operator, { kind, id }, findCommentRegion);
    if (author !== operator.operatorId) throw new ApiFailure('forbidden');
    if (deleted_at !== null) return {};
    await trx
      .updateTable('record_comments')
      .set({ text: null, deleted_at: new Date(clock.now()) })
      .where('uuid', '=', comment.uuid)
      .execute();
    await recordListChange(trx, kind, region);
    audit({ kind, id, region, before: { comment: comment.uuid }, after: null });
    return {};
  });

/** Comments that an erasure reads at a time. */
const ERASED_BATCH = 500;

/**
 * Erases the comments on the given records, and replaces the person's data in all others, read in batches.
 * @returns the number of changed comments
 */
export async function eraseComments(
  trx: Transaction<Database>,
  person: RedactedPerson,
  recordIds: readonly string[],
): Promise<number> {
  let count = await eraseCommentsOn(trx, recordIds);
  let last: string | undefined;
  do {
    const comments = await trx
      .selectFrom('record_comments')
      .select(['uuid', 'text'])
      .where('text', 'is not', null)
      .$if(last !== undefined, (later) => later.where('uuid', '>', last ?? ''))
      .orderBy('uuid')
      .limit(ERASED_BATCH)
      .execute();
    for (const { uuid: id, text } of comments) {
      const newText = redactText(text ?? '', person);
      if (newText === text) continue;
      count += 1;
      await trx
        .updateTable('record_comments')
        .set({ text: newText })
        .where('uuid', '=', id)
        .execute();
    }
    last = comments.length === ERASED_BATCH ? comments.at(-1)?.uuid : undefined;
  } while (last !== undefined);
  return count;
}

/**
 * Erases the texts of all comments on the given records.
 * @returns the number of erased comments
 */
export async function eraseCommentsOn(
  db: Kysely<Database>,
  recordIds: readonly string[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('record_comments')
    .set({ text: null })
    .where('record_id', '=', anyUuid(recordIds))
    .where('text', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Operators' comments on records. */
export const commentHandlers = { writeComment, deleteComment } satisfies Partial<OperatorHandlers>;
