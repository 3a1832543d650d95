import { type Transaction } from 'kysely';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { recordAct, recordOutcome } from '../console/audit.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import {
  changedTexts,
  type ContentTexts,
  type ContentVersions,
  lockVersions,
  textsOf,
} from './content-versions.ts';
import { upsertContents } from './publish-content.ts';

/**
 * Returns the texts of a draft as they can be published, without empty languages.
 * @throws ApiFailure `move_not_allowed` without a draft, `invalid_input` if a title is missing
 */
export function publishableTexts({ draft }: ContentVersions): ContentTexts {
  if (draft === null) throw new ApiFailure('move_not_allowed');
  const texts = Object.entries(textsOf(draft)).filter(
    ([, { title, text, youtube }]) => title !== '' || text !== '' || youtube !== null,
  );
  const untitled = texts.filter(([, { title }]) => title === '').map(([language]) => language);
  const isEnglish = texts.some(([language]) => language === 'en') && !untitled.includes('en');
  const reason = isEnglish ? contentProblems.titleNeeded : contentProblems.englishNeeded;
  if (!isEnglish || untitled.length > 0)
    throw new ApiFailure('invalid_input', { details: { reason } });
  return Object.fromEntries(texts);
}

/** Publishes the draft of locked content. @returns the change for the audit */
export async function publishDraft(
  trx: Transaction<Database>,
  versions: ContentVersions,
  now: number,
): Promise<AuditedChange> {
  const { uuid, region, type, published } = versions;
  const texts = publishableTexts(versions);
  await upsertContents(trx, region, [{ uuid, type, texts, createdAt: now, now }]);
  await clearDraft(trx, versions, now);
  const changes = changedTexts(published === null ? null : textsOf(published), texts);
  const status = statusOf(versions);
  return {
    kind: 'content',
    id: uuid,
    region: versions.region_id,
    before: { ...changes.before, ...(status !== 'published' && { status }) },
    after: { ...changes.after, ...(status !== 'published' && { status: 'published' }) },
  };
}

/** Deletes the draft and its plan. The row stays with its version. */
export async function clearDraft(
  trx: Transaction<Database>,
  { uuid }: ContentVersions,
  now: number,
): Promise<void> {
  await trx
    .updateTable('content_drafts')
    .set((eb) => ({
      content: null,
      publish_at: null,
      planned_by: null,
      rev: eb('rev', '+', 1),
      updated_at: new Date(now),
    }))
    .where('uuid', '=', uuid)
    .execute();
}

/** Status of what phones have: `draft` if it was never published. */
export function statusOf({ published }: ContentVersions) {
  if (published === null) return 'draft' as const;
  return published.deleted ? ('withdrawn' as const) : ('published' as const);
}

/** Plans that are carried out in one run. */
const MAX_DUE = 100;

/**
 * Publishes drafts whose time has come. Each is published once, also by several processes: it is locked, and its plan is
 * deleted in the same transaction.
 */
export async function publishPlannedContent({
  db,
  clock,
  logger,
}: Pick<Services, 'db' | 'clock' | 'logger'>): Promise<void> {
  const now = clock.now();
  const due = await db
    .selectFrom('content_drafts')
    .select('uuid')
    .where('publish_at', '<=', new Date(now))
    .orderBy('publish_at')
    .limit(MAX_DUE)
    .execute();
  for (const { uuid } of due) {
    try {
      await transact(db, (trx) => publishDue(trx, uuid, now));
    } catch (error) {
      // Others don't wait for this one, which is tried again at the next run.
      logger.error({ err: error, content: uuid }, 'planned content can’t be published');
    }
  }
}

async function publishDue(trx: Transaction<Database>, uuid: string, now: number): Promise<void> {
  const versions = await lockVersions(trx, uuid, null);
  const { draft, region_id: region } = versions;
  // Another process has published it, or the plan was cancelled.
  const dueAt = draft?.publish_at?.getTime() ?? Infinity;
  if (draft === null || dueAt > now) return;
  const operatorId = draft.planned_by;
  const change = await publishDraft(trx, versions, now);
  if (operatorId === null) return;
  const act = 'publishPlannedContent';
  const record = { kind: 'content', id: uuid };
  const id = await recordAct(trx, now, {
    ...{ kind: 'act', act, operatorId, sessionId: null, region, record },
  });
  await recordOutcome(trx, now, { id, name: act, operatorId, changes: [change], outcome: 'done' });
}
