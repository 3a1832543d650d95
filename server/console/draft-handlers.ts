import { normaliseLine } from '#schemas/normalise-text.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { sourceLanguage } from '#schemas/languages.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type AnnouncementTexts } from '../announcements/announcement-tables.ts';
import { redactText, type RedactedPerson } from '../account/redact-person.ts';
import { CHAT_DRAFT, DRAFT_EXCERPT, MAX_DRAFTS } from '#schemas/operator/draft-calls.ts';
import { PASSKEY_NEEDED } from '#schemas/operator/operator-call.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type OperatorActor, type OperatorHandlers } from './operator-handler.ts';

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

/** Deletes an operator's draft, because its text was sent. */
export async function deleteDraft(
  db: Kysely<Database>,
  operatorId: string,
  { kind, record, field }: DraftKey,
): Promise<void> {
  await db
    .deleteFrom('operator_drafts')
    .where('operator_id', '=', operatorId)
    .where('record_kind', '=', kind)
    .where('record_id', '=', record)
    .where('field', '=', field)
    .execute();
}

async function writeDraft(
  trx: Transaction<Database>,
  operatorId: string,
  { kind, record, field, text }: DraftKey & { readonly text: string },
  now: number,
): Promise<void> {
  const updated_at = new Date(now);
  const key = { operator_id: operatorId, record_kind: kind, record_id: record, field };
  await trx
    .insertInto('operator_drafts')
    .values({ ...key, text, updated_at })
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
 * Deletes the drafts about a person who is being erased, and those that mention them. Runs before their chats are
 * deleted.
 * @returns the number of deleted drafts
 */
export async function eraseDrafts(
  trx: Transaction<Database>,
  person: RedactedPerson,
  personId: string,
): Promise<number> {
  const chats = await trx
    .selectFrom('support_chats')
    .select('uuid')
    .where('user_id', '=', personId)
    .execute();
  const records = new Set([personId, ...chats.map(({ uuid }) => uuid)]);
  const drafts = await trx.selectFrom('operator_drafts').selectAll().execute();
  const found = drafts.filter(
    ({ record_id, text }) => records.has(record_id) || redactText(text, person) !== text,
  );
  for (const { operator_id, record_kind: kind, record_id: record, field } of found)
    await deleteDraft(trx, operator_id, { kind, record, field });
  return found.length;
}

/** Announcements and news that the operator edited last and hasn't sent or published, in countries where they still may. */
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
      ...{ kind: record_kind, record: record_id, field, text, updated_at },
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
    const row = await db
      .selectFrom('operator_drafts')
      .select(['text', 'updated_at'])
      .where('operator_id', '=', operator.operatorId)
      .where('record_kind', '=', query.kind)
      .where('record_id', '=', query.record)
      .where('field', '=', query.field)
      .executeTakeFirst();
    const draft = row ? { text: row.text, updated_at: row.updated_at.toISOString() } : null;
    return { draft };
  },
  saveDraft: async ({ body, operator }, { db, clock }) => {
    requireDraftStrength(operator, body);
    const { operatorId } = operator;
    if (normaliseLine(body.text) === '') await deleteDraft(db, operatorId, body);
    else await transact(db, (trx) => writeDraft(trx, operatorId, body, clock.now()));
    return {};
  },
} satisfies Partial<OperatorHandlers>;
