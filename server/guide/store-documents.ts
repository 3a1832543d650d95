import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { MAX_DOCUMENT_BYTES } from '#schemas/product-guide.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { stableUuid } from '../stable-uuid.ts';

/** A public PDF. */
interface GuideFile {
  /** Derived from the bytes, because devices cache a document's URL forever. */
  readonly uuid: string;
  readonly content: Uint8Array;
}

/** Reads a PDF, or describes the problem in a sentence. */
export function readGuideFile(content: Uint8Array): GuideFile | { readonly problem: string } {
  if (content.length > MAX_DOCUMENT_BYTES) {
    return { problem: `The document is larger than ${MAX_DOCUMENT_BYTES / 1_000_000} MB.` };
  }
  const text = Buffer.from(content).subarray(0, 8).toString('latin1');
  if (!/^%PDF-\d/.test(text)) return { problem: 'The file isn’t a PDF.' };
  const hash = createHash('sha256').update(content).digest('hex');
  return { uuid: stableUuid(`document:${hash}`), content };
}

/** Stores whole documents. Completes documents that were stored in part. */
export async function storeDocuments(
  db: Kysely<Database>,
  documents: readonly GuideFile[],
): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insertInto('guide_documents')
    .values(documents.map((document) => ({ ...document, is_complete: true })))
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet({ is_complete: true, content: sql`excluded.content` }),
    )
    .execute();
}

/** A part of a document, as `club` sends it. */
interface DocumentPart {
  readonly uuid: string;
  /** Number of bytes before this part. */
  readonly start: number;
  readonly isLast: boolean;
  readonly bytes: Uint8Array;
}

/**
 * Appends a part of a document. Throws `invalid_input` if the document gets too large, or if it's incomplete or damaged
 * after its last part.
 */
export async function appendDocument(
  db: Kysely<Database>,
  { uuid, start, isLast, bytes }: DocumentPart,
): Promise<void> {
  if (start + bytes.length > MAX_DOCUMENT_BYTES) throw damagedError();
  if (start === 0) {
    await db
      .insertInto('guide_documents')
      .values({ uuid, is_complete: false, content: bytes })
      .onConflict((conflict) =>
        conflict
          .column('uuid')
          .doUpdateSet({ content: bytes })
          .where('guide_documents.is_complete', '=', false),
      )
      .execute();
  } else {
    await db
      .updateTable('guide_documents')
      .set({ content: sql`content || ${Buffer.from(bytes)}::bytea` })
      .where('uuid', '=', uuid)
      .where('is_complete', '=', false)
      .where(sql`octet_length(content)`, '=', start)
      .execute();
  }
  if (isLast) await completeDocument(db, uuid);
}

/** Marks a document as complete if its content matches its id. */
async function completeDocument(db: Kysely<Database>, uuid: string): Promise<void> {
  const row = await db
    .selectFrom('guide_documents')
    .select('content')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  const document = row && readGuideFile(row.content);
  if (!document || 'problem' in document || document.uuid !== uuid) throw damagedError();
  await db
    .updateTable('guide_documents')
    .set({ is_complete: true })
    .where('uuid', '=', uuid)
    .execute();
}

const damagedError = () => ApiFailure.ofInput(['The document was damaged. Run the command again.']);

/** Returns the sizes of stored documents in bytes, by id. */
export async function loadDocumentSizes(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('guide_documents')
    .select(['uuid', sql<number>`octet_length(content)`.as('bytes')])
    .where('uuid', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('is_complete', '=', true)
    .execute();
  return new Map(rows.map(({ uuid, bytes }) => [uuid, bytes]));
}
