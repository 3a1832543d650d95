import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { parseHandover } from '#schemas/handover.ts';
import { deleteAttachments } from '../attachments/delete-attachments.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { readContent } from '../files/read-content.ts';
import { deleteContent } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { type HandoverDifference } from './handover-tables.ts';

/** Maximum number of sheets in the list. */
const MAX_LINES = 100;

/**
 * Lists the sheets that may need an operator's attention: those that are unusable, have no document, or have a document
 * with differences.
 */
export async function listOpenHandovers(db: Kysely<Database>) {
  const rows = await selectHandovers(db)
    .where(({ eb, or }) =>
      or([
        eb('handovers.problem', 'is not', null),
        eb('handover_documents.uuid', 'is', null),
        eb('handover_documents.differences', '!=', sql`'[]'::jsonb`),
      ]),
    )
    .orderBy('handovers.received_at', 'desc')
    .limit(MAX_LINES)
    .execute();
  return rows.map(({ uuid, project_uuid, company_id, received_at, problem, differences }) => ({
    handover: uuid,
    project: project_uuid,
    company: company_id,
    received_at,
    problem: problem ?? (differences === null ? 'waiting' : formatDifferences(differences)),
  }));
}

export function formatOpenHandover({
  handover,
  company,
  received_at,
  problem,
}: Awaited<ReturnType<typeof listOpenHandovers>>[number]): string {
  return [handover, received_at.toISOString(), company, problem].join('  ');
}

/** Loads a signed sheet. Throws `not_found`. */
export async function loadHandoverForOperator(db: Kysely<Database>, uuid: string) {
  const row = await selectHandovers(db).where('handovers.uuid', '=', uuid).executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  const sheet = parseHandover(Buffer.from(row.signed));
  const newerSheet = await db
    .selectFrom('handovers')
    .select('uuid')
    .where('project_uuid', '=', row.project_uuid)
    .where('problem', 'is', null)
    .where('signed_at', '>', row.signed_at ?? row.received_at)
    .orderBy('signed_at')
    .executeTakeFirst();
  return {
    id: row.uuid,
    project: row.project_uuid,
    company: row.company_id,
    signed_at: row.signed_at,
    received_at: row.received_at,
    signed_sha256: row.signed_sha256,
    shown_sha256: sheet?.shown_sha256 ?? null,
    problem: row.problem,
    differences: row.differences === null ? null : formatDifferences(row.differences),
    document_made_at: row.made_at,
    document_sha256: row.sha256,
    is_mailed: row.is_mailed,
    superseded_by: newerSheet?.uuid ?? null,
    signer: sheet?.signer_name ?? null,
    email: sheet?.email?.address ?? null,
    consent_given_at: sheet?.email?.consent.given_at ?? null,
    products:
      sheet?.shown.products.map(({ name, code, serial, count }) => ({
        name,
        code,
        serial,
        count,
      })) ?? [],
  };
}

/** Loads the PDF of a signed sheet. Throws `not_found`, `FileStoreUnavailableError`. */
export async function loadHandoverDocument(
  uuid: string,
  services: Pick<Services, 'db' | 'files' | 'logger'>,
): Promise<Uint8Array> {
  const document = await services.db
    .selectFrom('handover_documents')
    .select(['content', 'stored_as'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!document) throw new ApiFailure('not_found');
  return readContent(document, services);
}

/**
 * Erases a signed sheet with its document and attachment, at the homeowner's request. The company's devices then also
 * remove the sheet. Throws `not_found`.
 */
export async function eraseHandover(
  uuid: string,
  services: Pick<Services, 'db' | 'clock' | 'files' | 'logger'>,
): Promise<void> {
  const { db, clock } = services;
  const key = await transact(db, async (trx) => {
    const row = await trx
      .selectFrom('handovers')
      .leftJoin('handover_documents', 'handover_documents.uuid', 'handovers.uuid')
      .select(['handovers.company_id', 'handover_documents.stored_as'])
      .where('handovers.uuid', '=', uuid)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    await lockCompany(trx, row.company_id);
    await sql`select set_config('club.erases_handovers', 'on', true)`.execute(trx);
    await trx.deleteFrom('handover_documents').where('uuid', '=', uuid).execute();
    await trx.deleteFrom('handovers').where('uuid', '=', uuid).execute();
    const deletion = { uuid, op_id: randomUUID(), rev: await nextRev(trx, row.company_id) };
    await deleteAttachments(trx, [deletion], clock.now());
    return row.stored_as;
  });
  await deleteContent(key, services);
}

function selectHandovers(db: Kysely<Database>) {
  return db
    .selectFrom('handovers')
    .leftJoin('handover_documents', 'handover_documents.uuid', 'handovers.uuid')
    .selectAll('handovers')
    .select([
      'handover_documents.sha256',
      'handover_documents.differences',
      'handover_documents.is_mailed',
      'handover_documents.made_at',
    ]);
}

/** Formats a document's differences. The cast is safe, because only `makeDocument` writes them. */
function formatDifferences(differences: unknown): string {
  return (differences as HandoverDifference[]).join(', ');
}
