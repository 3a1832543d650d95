import { sql, type Transaction } from 'kysely';
import {
  contentProblems,
  hasBody,
  type PlanFailure,
  toPlanFailure,
} from '#schemas/operator/content-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { recordAction, recordOutcome } from '../console/audit.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { readGrants } from '../console/operator-sessions.ts';
import { transact } from '../db/database.ts';
import { classifyDatabaseError } from '../db/database-errors.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import {
  auditedPublished,
  findContentChanges,
  clearFailedPlan,
  type ContentTexts,
  type ContentVersions,
  findVersions,
  lockVersions,
  getCurrentPictures,
  toContentTexts,
} from './content-versions.ts';
import { type EditedPicture, requireAltTexts, toAltTexts } from './picture-texts.ts';
import { upsertContents } from './publish-content.ts';

/**
 * Returns the content of a draft in the form in which it can be published, without empty languages.
 * @throws ApiFailure `move_not_allowed` if there is no draft, `invalid_input` if a title, a text or a picture's text is
 *   missing
 */
export function getPublishableContent(versions: ContentVersions): {
  readonly texts: ContentTexts;
  readonly pictures: readonly EditedPicture[];
} {
  const { draft } = versions;
  if (draft === null) throw new ApiFailure('move_not_allowed');
  const texts = Object.entries(toContentTexts(draft)).filter(
    ([, { title, text, youtube }]) => title !== '' || text !== '' || youtube !== null,
  );
  const untitledLanguages = texts
    .filter(([, { title }]) => title === '')
    .map(([language]) => language);
  const hasEnglishTitle =
    texts.some(([language]) => language === 'en') && !untitledLanguages.includes('en');
  const reason = hasEnglishTitle ? contentProblems.titleNeeded : contentProblems.englishNeeded;
  if (!hasEnglishTitle || untitledLanguages.length > 0)
    throw new ApiFailure('invalid_input', { details: { reason } });
  if (!texts.every(([, content]) => hasBody(content)))
    throw new ApiFailure('invalid_input', { details: { reason: contentProblems.bodyNeeded } });
  const pictures = getCurrentPictures(versions);
  requireAltTexts(
    pictures,
    texts.map(([language]) => language),
  );
  return { texts: Object.fromEntries(texts), pictures };
}

/**
 * Publishes the draft of locked content.
 * @param author the operator recorded with the version
 * @returns the change for the audit
 */
export async function publishDraft(
  trx: Transaction<Database>,
  versions: ContentVersions,
  { author, now }: { readonly author: string; readonly now: number },
): Promise<AuditedChange> {
  const { uuid, region, type, published } = versions;
  const content = getPublishableContent(versions);
  const [main = null, ...others] = content.pictures.map(({ id }) => id);
  // The trigger that stores versions reads this setting.
  await sql`select set_config('club.publisher', ${author}, true)`.execute(trx);
  await upsertContents(trx, region, [
    {
      ...{ uuid, type, texts: content.texts, media: main, otherImages: others },
      ...{ altTexts: toAltTexts(content.pictures), createdAt: now, now },
    },
  ]);
  await sql`select set_config('club.publisher', '', true)`.execute(trx);
  await clearDraft(trx, versions, now);
  const changes = findContentChanges(auditedPublished(published), content);
  const status = getStatus(versions);
  return {
    kind: 'content',
    id: uuid,
    region: versions.region_id,
    before: { ...changes.before, ...(status !== 'published' && { status }) },
    after: { ...changes.after, ...(status !== 'published' && { status: 'published' }) },
  };
}

/** Deletes the draft and its plan. The row itself stays, with an increased version. */
export async function clearDraft(
  trx: Transaction<Database>,
  { uuid }: ContentVersions,
  now: number,
): Promise<void> {
  await clearFailedPlan(trx, uuid);
  await trx
    .updateTable('content_drafts')
    .set((eb) => ({
      content: null,
      pictures: null,
      publish_at: null,
      planned_by: null,
      rev: eb('rev', '+', 1),
      updated_at: new Date(now),
    }))
    .where('uuid', '=', uuid)
    .execute();
}

/** Returns the status of the content on phones; `draft` if it was never published. */
export function getStatus({ published }: ContentVersions) {
  if (published === null) return 'draft' as const;
  return published.deleted ? ('withdrawn' as const) : ('published' as const);
}

/** Maximum number of plans per run. */
const MAX_PLANS_PER_RUN = 100;

/**
 * Publishes drafts whose planned time has passed. Each draft is published only once, even with several processes: its
 * plan is locked and deleted in the same transaction. A failed plan is also deleted, and the reason is stored with the
 * draft.
 */
export async function publishPlannedContent({
  db,
  clock,
  logger,
}: Pick<Services, 'db' | 'clock' | 'logger'>): Promise<void> {
  const now = clock.now();
  const duePlans = await db
    .selectFrom('content_drafts')
    .select('uuid')
    .where('publish_at', '<=', new Date(now))
    .orderBy('publish_at')
    .limit(MAX_PLANS_PER_RUN)
    .execute();
  for (const { uuid } of duePlans)
    try {
      await transact(db, (trx) => publishDuePlan(trx, uuid, now));
    } catch (error) {
      const reason = toPlanFailure(
        error instanceof ApiFailure ? error.errors[0]?.reason : undefined,
      );
      if (reason === 'plan_failed')
        logger.error({ err: error, content: uuid }, 'planned content can’t be published');
      // After a database error, the plan stays for the next run. Continue with the other plans.
      if (classifyDatabaseError(error) !== null) continue;
      await transact(db, async (trx) => {
        const plan = await lockDuePlan(trx, uuid, now);
        if (plan !== null) await failPlan(trx, plan, reason, now);
      });
    }
}

/** A plan that is due. */
interface DuePlan {
  readonly versions: ContentVersions;
  readonly publishAt: Date;
  readonly author: string | null;
}

/**
 * Locks a plan.
 * @returns null if another process has carried out the plan, or if it was cancelled
 */
async function lockDuePlan(
  trx: Transaction<Database>,
  uuid: string,
  now: number,
): Promise<DuePlan | null> {
  const unlockedVersions = await findVersions(trx, uuid);
  if (unlockedVersions === null) return null;
  const versions = await lockVersions(trx, uuid, null);
  const publishAt = versions.draft?.publish_at ?? null;
  if (publishAt === null || publishAt.getTime() > now) return null;
  return { versions, publishAt, author: versions.draft?.planned_by ?? null };
}

async function publishDuePlan(
  trx: Transaction<Database>,
  uuid: string,
  now: number,
): Promise<void> {
  const plan = await lockDuePlan(trx, uuid, now);
  if (plan === null) return;
  const { versions, author } = plan;
  if (author === null || !(await canPublish(trx, author, versions.region_id)))
    return failPlan(trx, plan, 'author_without_right', now);
  const change = await publishDraft(trx, versions, { author, now });
  return recordPlanOutcome(trx, { author, change, outcome: 'done' }, now);
}

/** True if an operator is still active and has the right to publish content in a country. */
async function canPublish(trx: Transaction<Database>, operatorId: string, region: RegionId) {
  const operator = await trx
    .selectFrom('operators')
    .select('active')
    .where('id', '=', operatorId)
    .executeTakeFirst();
  if (operator?.active !== true) return false;
  return regionsWithRight(await readGrants(trx, operatorId), 'content.edit').includes(region);
}

/** Deletes a plan, so that it isn't retried, and stores the reason with the draft. */
async function failPlan(
  trx: Transaction<Database>,
  { versions, publishAt, author }: DuePlan,
  reason: PlanFailure,
  now: number,
): Promise<void> {
  const { uuid: id, region_id: region } = versions;
  await trx
    .updateTable('content_drafts')
    .set((eb) => ({
      publish_at: null,
      planned_by: null,
      rev: eb('rev', '+', 1),
    }))
    .where('uuid', '=', id)
    .execute();
  const failure = { failed_at: new Date(now), reason };
  await trx
    .insertInto('content_failed_plans')
    .values({ uuid: id, ...failure })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(failure))
    .execute();
  if (author === null) return;
  const before = { publish_at: publishAt.toISOString() };
  const change = { kind: 'content', id, region, before, after: { publish_at: null, reason } };
  const outcome = reason === 'author_without_right' ? 'forbidden' : 'invalid_input';
  await recordPlanOutcome(trx, { author, change, outcome }, now);
}

/** Records the outcome of a plan as an action of its author. */
async function recordPlanOutcome(
  trx: Transaction<Database>,
  {
    author: operatorId,
    change,
    outcome,
  }: { readonly author: string; readonly change: AuditedChange; readonly outcome: string },
  now: number,
): Promise<void> {
  const act = 'publishPlannedContent';
  const { kind, id: recordId, region } = change;
  const record = { kind, id: recordId };
  const id = await recordAction(trx, now, {
    ...{ kind: 'act', act, operatorId, sessionId: null, region, record },
  });
  await recordOutcome(trx, now, { id, name: act, operatorId, changes: [change], outcome });
}
