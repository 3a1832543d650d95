import { createHash } from 'node:crypto';
import { type Kysely, type Selectable } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type Handover, hasBuiltInTexts, parseHandover } from '#schemas/handover.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { hasWarranty } from '#schemas/warranty-feature.ts';
import { enforceLimit, limits } from '../access/rate-limits.ts';
import { getCertificatePhotos } from '../certificates/certificate-photos.ts';
import { findUnprintableField } from '../certificates/printable.ts';
import { getRegionalSettings, loadCompanyRegion } from '../configuration/region-rules.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { readContent } from '../files/read-content.ts';
import { storeFile } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { renderHandoverPdf } from './handover-pdf.ts';
import { type HandoverDifference, type HandoverTables } from './handover-tables.ts';

/** Maximum time that a document waits for photos that devices haven't sent yet. */
const PHOTOS_TIMEOUT_MS = DAY_MS;

type HandoverRow = Selectable<HandoverTables['handovers']>;

/**
 * Creates documents for all sheets that don't have one yet, for example because photos were missing. One sheet that
 * fails or waits doesn't delay the others.
 */
export async function makePendingDocuments(services: Services): Promise<void> {
  const pendingSheets = await selectPending(services.db)
    .select('handovers.uuid')
    .orderBy('handovers.received_at')
    .execute();
  for (const { uuid } of pendingSheets) await tryMakeDocument(uuid, services);
}

/**
 * Creates a sheet's document now if possible. Never throws: if it fails, the job creates the document later.
 * @param uuid id of the sheet's attachment
 */
export async function tryMakeDocument(uuid: string, services: Services): Promise<void> {
  try {
    const row = await selectPending(services.db)
      .selectAll('handovers')
      .where('handovers.uuid', '=', uuid)
      .executeTakeFirst();
    if (row) await makeDocument(row, services);
  } catch (error) {
    services.logger.error({ err: error, handover: uuid }, 'a handover document will be made later');
  }
}

function selectPending(db: Kysely<Database>) {
  return db
    .selectFrom('handovers')
    .leftJoin('handover_documents', 'handover_documents.uuid', 'handovers.uuid')
    .where('handovers.problem', 'is', null)
    .where('handover_documents.uuid', 'is', null);
}

/**
 * Creates a sheet's document, announces it to the company's devices, and queues the email. All of this happens only
 * once and in one transaction. Does nothing while the document still waits for photos, or if another process has
 * created it.
 */
async function makeDocument(row: HandoverRow, services: Services): Promise<void> {
  const { uuid, company_id: companyId } = row;
  const sheet = parseHandover(Buffer.from(row.signed));
  if (sheet === null) return;
  const photos = await loadPhotos(row, sheet, services);
  const isComplete = photos.length === sheet.shown.photos.length;
  const now = services.clock.now();
  if (!isComplete && now - row.received_at.getTime() < PHOTOS_TIMEOUT_MS) return;
  const differences = await findDifferences(services.db, row, sheet);
  if (!isComplete) differences.push('photos');
  const certificate = await findWarrantyCertificate(row, services.db);
  const { content, hasUnreadablePhoto } = await renderHandoverPdf(
    { uuid, sheet, photos, certificate },
    services.environment,
  );
  if (hasUnreadablePhoto && isComplete) differences.push('photos');
  const recipient = await findRecipient(row, { sheet, differences }, services);
  const owner = { table: 'handover_documents', companyId, uuid } as const;
  await storeFile(owner, content, services, async (storedContent, trx) => {
    await lockCompany(trx, companyId);
    const insertedDocument = await trx
      .insertInto('handover_documents')
      .values({
        uuid,
        company_id: companyId,
        sha256: createHash('sha256').update(content).digest('hex'),
        differences: toJsonb(differences),
        is_mailed: recipient !== null,
        made_at: new Date(now),
        ...storedContent,
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('uuid')
      .executeTakeFirst();
    if (!insertedDocument) return false;
    await trx
      .updateTable('attachments')
      .set({
        document: 'ready',
        rev: await nextRev(trx, companyId),
        updated_at: new Date(now),
      })
      .where('uuid', '=', uuid)
      .execute();
    if (recipient === null) return true;
    const { language, company } = sheet.shown;
    const attachments = [{ name: documentFileName(row), mediaType: 'application/pdf', content }];
    const message = { template: 'handover', data: { company }, attachments } as const;
    const region = regionIdOf(await loadCompanyRegion(trx, companyId));
    await enqueueMessage(trx, [{ email: recipient, language, region }], message, now);
    return true;
  });
}

/** Name of the PDF file: `handover-2026-05-04.pdf`. */
export function documentFileName({ signed_at }: Pick<HandoverRow, 'signed_at'>): string {
  const day = signed_at?.toISOString().slice(0, 10) ?? 'sheet';
  return `handover-${day}.pdf`;
}

/** Loads those of the sheet's photos that have arrived, in the sheet's order. */
async function loadPhotos(
  { project_uuid }: HandoverRow,
  { shown: shownSheet }: Handover,
  services: Services,
): Promise<Uint8Array[]> {
  if (shownSheet.photos.length === 0) return [];
  const rows = await services.db
    .selectFrom('attachments')
    .select(['uuid', 'content', 'stored_as'])
    .where('uuid', '=', anyUuid(shownSheet.photos))
    .where('project_id', '=', project_uuid)
    .where('kind', '=', 'photo')
    .where('has_content', '=', true)
    .where('deleted', '=', false)
    .execute();
  const photos: Uint8Array[] = [];
  for (const id of shownSheet.photos) {
    const row = rows.find(({ uuid }) => uuid === id.toLowerCase());
    if (row) photos.push(await readContent(row, services));
  }
  return photos;
}

async function findDifferences(
  db: Kysely<Database>,
  row: HandoverRow,
  sheet: Handover,
): Promise<HandoverDifference[]> {
  const differences: HandoverDifference[] = [];
  if (sheet.project_id.toLowerCase() !== row.project_uuid) differences.push('project');
  if (!(await hasListedProducts(db, row, sheet))) differences.push('products');
  if (!hasBuiltInTexts(sheet)) differences.push('texts');
  if (findUnprintableField({ shown: sheet.shown, name: sheet.signer_name }) !== null)
    differences.push('characters');
  const newerSheet = await db
    .selectFrom('handovers')
    .select('uuid')
    .where('project_uuid', '=', row.project_uuid)
    .where('problem', 'is', null)
    .where('signed_at', '>', new Date(sheet.signed_at))
    .executeTakeFirst();
  if (newerSheet) differences.push('superseded');
  return differences;
}

/** True if every listed product is a scan of the project, with the listed serial number. */
async function hasListedProducts(
  db: Kysely<Database>,
  { project_uuid, company_id }: HandoverRow,
  { shown: shownSheet }: Handover,
): Promise<boolean> {
  const scans = await db
    .selectFrom('scans')
    .select(['uuid', 'serial_number'])
    .where('projects_id', '=', project_uuid)
    .where('company_id', '=', company_id)
    .where('deleted', '=', false)
    .execute();
  const serials = new Map(scans.map(({ uuid, serial_number }) => [uuid, serial_number]));
  return shownSheet.products.every(
    ({ scans: listedScans, serial, count }) =>
      listedScans.length === count &&
      listedScans.every((id) => serials.get(id.toLowerCase()) === serial),
  );
}

/**
 * Returns the address to which the document is sent. Returns null if the signer gave no address, if the sheet is
 * superseded or has unknown texts, or if a limit is exceeded. In the last case, adds the difference `mail_limit`.
 */
async function findRecipient(
  { company_id }: HandoverRow,
  { sheet, differences }: { sheet: Handover; differences: HandoverDifference[] },
  services: Services,
): Promise<string | null> {
  if (sheet.email === null) return null;
  if (differences.includes('superseded') || differences.includes('texts')) return null;
  const { address } = sheet.email;
  try {
    await enforceLimit(services, limits.handoverMailsPerCompany, company_id);
    await enforceLimit(services, limits.handoverMailsPerRecipient, address);
    return address;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    differences.push('mail_limit');
    return null;
  }
}

/** Returns the project's warranty certificate. Null if there is none, or if the company can't use certificates. */
async function findWarrantyCertificate(
  { company_id, project_uuid }: { readonly company_id: string; readonly project_uuid: string },
  db: Kysely<Database>,
) {
  const certificate = await db
    .selectFrom('warranty_certificates')
    .selectAll()
    .where('project_uuid', '=', project_uuid)
    .where('company_id', '=', company_id)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!certificate) return null;
  const { is_recommended } = await db
    .selectFrom('companies')
    .select('is_recommended')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
  const region = await loadCompanyRegion(db, company_id);
  const { flags } = await getRegionalSettings(db, region);
  if (hasWarranty({ flags, region, isRecommended: is_recommended }) !== true) return null;
  return { row: certificate, photos: await getCertificatePhotos(db, certificate.uuid) };
}
