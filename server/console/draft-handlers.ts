import { normaliseLine, normaliseLines } from '#schemas/normalise-text.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { sourceLanguage } from '#schemas/languages.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type AnnouncementTexts } from '../announcements/announcement-tables.ts';
import { redactText, type RedactedPerson } from '../account/redact-person.ts';
import {
  CHAT_DRAFT,
  DRAFT_CHANGED,
  DRAFT_EXCERPT,
  FORM_DRAFT,
  MAX_DRAFTS,
} from '#schemas/operator/draft-calls.ts';
import { PASSKEY_NEEDED, type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { uuid } from '#schemas/primitives.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyText } from '../scans/any-of.ts';
import { requireUnerased } from './erased-records.ts';
import { type OperatorActor, type OperatorHandlers } from './operator-handler.ts';
import { findRecordRegion, isScopedRecord, scopedQueries } from './operator-scope.ts';

/** A field of a record. */
interface DraftKey {
  readonly kind: string;
  readonly record: string;
  readonly field: string;
}

/** Throws `forbidden` if the session is too weak for drafts of this kind. */
function requireDraftStrength({ strength }: OperatorActor, { kind }: DraftKey): void {
  if (strength === 'weak' && kind !== CHAT_DRAFT)
    throw new ApiFailure('forbidden', { details: { reason: PASSKEY_NEEDED } });
}

/** Columns that identify an operator's draft. */
const keyColumns = (operatorId: string, { kind, record, field }: DraftKey) => ({
  ...{ operator_id: operatorId, record_kind: kind, record_id: record, field },
});

/** Reads an operator's draft. */
const selectDraft = (db: Kysely<Database>, operatorId: string, key: DraftKey) =>
  db
    .selectFrom('operator_drafts')
    .select(['text', 'updated_at'])
    .where((eb) => eb.and(keyColumns(operatorId, key)));

/** Deletes an operator's draft. */
async function deleteDraft(db: Kysely<Database>, operatorId: string, key: DraftKey): Promise<void> {
  await db
    .deleteFrom('operator_drafts')
    .where((eb) => eb.and(keyColumns(operatorId, key)))
    .execute();
}

/**
 * Deletes an operator's draft once its text is sent. Keeps a draft with another text, because the operator may have typed it
 * in another window; a window deletes its own draft after sending.
 * @param text the sent text, as normalised by the call
 */
export async function deleteSentDraft(
  trx: Transaction<Database>,
  operatorId: string,
  { text, ...key }: DraftKey & { readonly text: string },
): Promise<void> {
  const draft = await selectDraft(trx, operatorId, key).forUpdate().executeTakeFirst();
  if (draft && normaliseLines(draft.text) === text) await deleteDraft(trx, operatorId, key);
}

async function writeDraft(
  trx: Transaction<Database>,
  operatorId: string,
  { text, ...key }: DraftKey & { readonly text: string },
  now: number,
): Promise<void> {
  const updated_at = new Date(now);
  await trx
    .insertInto('operator_drafts')
    .values({ ...keyColumns(operatorId, key), text, updated_at })
    .onConflict((conflict) =>
      conflict
        .columns(['operator_id', 'record_kind', 'record_id', 'field'])
        .doUpdateSet({ text, updated_at }),
    )
    .execute();
  await sql`
    delete from operator_drafts where ctid in (
      select ctid from operator_drafts where operator_id = ${operatorId}
      order by updated_at desc offset ${MAX_DRAFTS})`.execute(trx);
}

/**
 * Throws `conflict` if the stored draft isn't the one that the window has read. A missing draft is no conflict, because
 * there is no text to lose.
 */
async function requireSameDraft(
  trx: Transaction<Database>,
  operatorId: string,
  { replaces, ...key }: DraftKey & { readonly replaces?: string | null | undefined },
): Promise<void> {
  if (replaces === undefined) return;
  const draft = await selectDraft(trx, operatorId, key).forUpdate().executeTakeFirst();
  if (draft && draft.updated_at.toISOString() !== replaces)
    throw new ApiFailure('conflict', { details: { reason: DRAFT_CHANGED } });
}

/** Kinds of drafts that aren't named after their record's kind. */
const recordKinds: Readonly<Record<string, ScopedRecord>> = {
  company_flags: 'company',
  company_points: 'company',
  new_chat: 'installer',
  product_pictures: 'product',
};

/**
 * Verifies that a draft's record is in the operator's countries, and that its personal data wasn't erased. Only records
 * with a UUID can have such data.
 * @throws ApiFailure `not_found` or `conflict`
 */
async function requireWritableRecord(
  trx: Transaction<Database>,
  { regions }: OperatorActor,
  { kind: draftKind, record: id }: DraftKey,
): Promise<void> {
  if (!v.is(uuid, id)) return;
  const kind = recordKinds[draftKind] ?? draftKind;
  if (!isScopedRecord(kind)) throw new ApiFailure('not_found');
  const queries = scopedQueries(trx, regions);
  if ((await findRecordRegion(queries, kind, [id])) === null) throw new ApiFailure('not_found');
  await requireUnerased(trx, { kind, id });
}

/** Deletes all operators' drafts on the given records. */
export async function eraseDraftsOn(
  db: Kysely<Database>,
  recordIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('operator_drafts').where('record_id', '=', anyText(recordIds)).execute();
}

/**
 * Deletes the drafts about a person who is being erased, and the drafts that mention them. Must run before the person's
 * chats are deleted.
 * @param closedCompany id of the company that is closed with its last owner; null if it stays open
 * @returns the number of deleted drafts
 */
export async function eraseDrafts(
  trx: Transaction<Database>,
  person: RedactedPerson,
  { personId, closedCompany }: { readonly personId: string; readonly closedCompany: string | null },
): Promise<number> {
  const chats = await trx
    .selectFrom('support_chats')
    .select('uuid')
    .where('user_id', '=', personId)
    .execute();
  const records = new Set([
    personId,
    ...(closedCompany === null ? [] : [closedCompany]),
    ...chats.map(({ uuid }) => uuid),
  ]);
  const drafts = await trx.selectFrom('operator_drafts').selectAll().execute();
  const mentionsPerson = (draft: (typeof drafts)[number]) => {
    // A form can have the first and the last name in two fields.
    const text = typedTexts(draft).join('\n');
    return redactText(text, person) !== text;
  };
  const matchingDrafts = drafts.filter(
    (draft) => records.has(draft.record_id) || mentionsPerson(draft),
  );
  for (const { operator_id, record_kind: kind, record_id: record, field } of matchingDrafts)
    await deleteDraft(trx, operator_id, { kind, record, field });
  return matchingDrafts.length;
}

/** Returns the texts in a draft. For a form, these are all texts in its values. */
function typedTexts({ field, text }: { readonly field: string; readonly text: string }): string[] {
  if (field !== FORM_DRAFT) return [text];
  try {
    return collectTexts(JSON.parse(text));
  } catch {
    return [text];
  }
}

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(collectTexts)
    : [];
}

/** Returns the longest text in a draft, because the other texts of a form may be codes or dates. */
const longestText = (draft: { readonly field: string; readonly text: string }): string =>
  typedTexts(draft).reduce((longest, text) => (text.length > longest.length ? text : longest), '');

/**
 * Lists the operator's unsent announcements, and the unpublished news that they were the last to edit. Includes only
 * countries whose content they can edit.
 */
async function listDraftRecords(
  db: Kysely<Database>,
  { operatorId, grants }: Pick<OperatorActor, 'operatorId' | 'grants'>,
) {
  const regions = regionsWithRight(grants, 'content.edit');
  if (regions.length === 0) return [];
  const announcements = await db
    .selectFrom('announcements')
    .select(['uuid', 'updated_at', 'texts'])
    .where('created_by', '=', operatorId)
    .where('state', '=', 'draft')
    .where('region_id', 'in', regions)
    .orderBy('updated_at', 'desc')
    .limit(MAX_DRAFTS)
    .execute();
  const contents = await db
    .selectFrom('content_drafts')
    .select(['uuid', 'updated_at', 'titles'])
    .where('updated_by', '=', operatorId)
    .where('content', 'is not', null)
    // A draft with a planned publication is finished.
    .where('publish_at', 'is', null)
    .where('region_id', 'in', regions)
    .orderBy('updated_at', 'desc')
    .limit(MAX_DRAFTS)
    .execute();
  return [
    ...announcements.map(({ uuid, updated_at, texts }) => {
      const titles = texts as AnnouncementTexts;
      const text = titles[sourceLanguage]?.title ?? '';
      return { kind: 'announcement', record: uuid, field: 'texts', text, updated_at };
    }),
    ...contents.map(({ uuid, updated_at, titles }) => ({
      ...{ kind: 'content', record: uuid, field: 'texts' },
      ...{ text: titles[sourceLanguage] ?? '', updated_at },
    })),
  ];
}

export const draftHandlers = {
  listDrafts: async ({ operator }, { db }) => {
    const { operatorId, strength } = operator;
    const rows = await db
      .selectFrom('operator_drafts')
      .selectAll()
      .where('operator_id', '=', operatorId)
      .$if(strength === 'weak', (drafts) => drafts.where('record_kind', '=', CHAT_DRAFT))
      .execute();
    const fieldDrafts = rows.map(({ record_kind, record_id, field, text, updated_at }) => ({
      ...{ kind: record_kind, record: record_id, field, updated_at },
      text: longestText({ field, text }),
    }));
    const records = strength === 'weak' ? [] : await listDraftRecords(db, operator);
    const data = [...fieldDrafts, ...records]
      .toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime())
      .map(({ text, updated_at, ...draft }) => ({
        ...draft,
        // Cutting the text can leave an unpaired surrogate, which can't be sent.
        excerpt: text.slice(0, DRAFT_EXCERPT).toWellFormed(),
        updated_at: updated_at.toISOString(),
      }));
    return { data };
  },
  readDraft: async ({ query, operator }, { db }) => {
    requireDraftStrength(operator, query);
    const row = await selectDraft(db, operator.operatorId, query).executeTakeFirst();
    const draft = row ? { text: row.text, updated_at: row.updated_at.toISOString() } : null;
    return { draft };
  },
  saveDraft: async ({ body, operator }, { db, clock }) => {
    requireDraftStrength(operator, body);
    const { operatorId } = operator;
    const isDeleted = normaliseLine(body.text) === '';
    const now = clock.now();
    await transact(db, async (trx) => {
      // Before the draft is locked: an erasure locks the record first, too.
      if (!isDeleted) await requireWritableRecord(trx, operator, body);
      await requireSameDraft(trx, operatorId, body);
      if (isDeleted) await deleteDraft(trx, operatorId, body);
      else await writeDraft(trx, operatorId, body, now);
    });
    return { updated_at: isDeleted ? null : new Date(now).toISOString() };
  },
} satisfies Partial<OperatorHandlers>;
