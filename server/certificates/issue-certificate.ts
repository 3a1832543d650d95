import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { dayIn } from '#schemas/calendar-day.ts';
import { type Language } from '#schemas/languages.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { projectStatus } from '#schemas/project-status.ts';
import {
  addressLine,
  type Certificate,
  type CertificateIssue,
  certificateSearchText,
  certificateTags,
  type CertifiedProducts,
  earliestExpiration,
  latestExpiration,
  findDuplicateProduct,
  type WarrantySettings,
} from '#schemas/warranty-certificate.ts';
import { hasWarranty } from '#schemas/warranty-feature.ts';
import { limits, enforceLimit } from '../access/rate-limits.ts';
import { getRegionalSettings, getRegionRules } from '../configuration/region-rules.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { findAnswer, runOnce } from '../db/idempotency.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { findProject } from '../projects/find-project.ts';
import { type ProjectRow } from '../projects/project-row.ts';
import { type Services } from '../services.ts';
import { certificateFromRow, type CertificateRow } from './certificate-row.ts';
import { copyPhotos } from './certificate-photos.ts';
import { newCertificateNumber } from './certificate-number.ts';
import { type IssuingCompany } from './certificate-tables.ts';
import { findUnprintableField } from './printable.ts';
import { sendCertificate } from './send-certificate.ts';

/**
 * Issues the certificate of a closed project, once per project and idempotency key, and emails it to the customer.
 * If two requests run at the same time, the second one fails or gets the first one's result. Throws the error codes of
 * the call, each with the field of the body if there is one.
 */
export async function issueCertificate(
  body: CertificateIssue,
  key: string | null,
  actor: Actor,
  services: Services,
): Promise<Certificate> {
  const { db, clock } = services;
  const now = clock.now();
  const request = { owner: actor.userId, key, call: 'issueCertificate', body, now };
  // A repeated request isn't validated again, because the day, the catalogue or the limits may have changed since.
  const earlierResult = await findAnswer(db, request);
  // The same call stored this result, so it has the same type.
  if (earlierResult) return earlierResult.value as Certificate;
  const company = await loadIssuingCompany(actor, services);
  const { warranty } = await getRegionRules(db, actor.region);
  const today = dayIn(actor.region, now);
  const products = toCertifiedProducts(body, warranty);
  const earliest = earliestExpiration(today, warranty.minimum_months);
  const field = 'body.expiration_date';
  if (body.expiration_date < earliest) throw new ApiFailure('validity_too_short', { field });
  if (body.expiration_date > latestExpiration(today, earliest, warranty.catalogue)) {
    throw new ApiFailure('invalid_input', { field });
  }
  requirePrintable(body);
  await enforceLimit(services, limits.certificateMailsPerPerson, actor.userId);
  await enforceLimit(
    services,
    limits.certificateMailsPerRecipient,
    body.customer_email.toLowerCase(),
  );
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    return runOnce(trx, request, async () => {
      const project = await getCertifiableProject(trx, actor.companyId, body.project_uuid);
      const draft = { body, actor, company, products, today, now, project };
      const row = await insertCertificate(trx, draft);
      const { photos = [] } = body;
      const chosenPhotos = { companyId: actor.companyId, projectId: project.uuid, photos };
      await copyPhotos(trx, { ...chosenPhotos, certificateId: row.uuid }, services);
      await sendCertificate(trx, services, row, body.customer_email);
      return certificateFromRow(row);
    });
  });
}

/** Loads the company. Throws `forbidden` if it isn't allowed to issue certificates. */
async function loadIssuingCompany(actor: Actor, { db }: Services): Promise<IssuingCompany> {
  const { is_recommended, ...company } = await db
    .selectFrom('companies')
    .select(['name', 'registration_number', 'address', 'postal_code', 'city', 'is_recommended'])
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  const { flags } = await getRegionalSettings(db, actor.region);
  const conditions = { flags, region: actor.region, isRecommended: is_recommended };
  if (hasWarranty(conditions) !== true) throw new ApiFailure('forbidden');
  return { ...company, region: actor.region };
}

/** Adds catalogue data to the products, in the certificate's language. */
function toCertifiedProducts(
  {
    products,
    language,
  }: { readonly products: CertificateIssue['products']; readonly language: Language },
  { catalogue }: WarrantySettings,
): CertifiedProducts[] {
  const duplicate = findDuplicateProduct(products);
  if (duplicate !== null) throw new ApiFailure('product_twice', { field: `body.${duplicate}` });
  return products.map(({ category, products: categoryProducts }, index) => {
    const entry = catalogue.find(({ slug }) => slug === category);
    if (!entry)
      throw new ApiFailure('category_unknown', { field: `body.products.${index}.category` });
    return {
      category,
      name: textInLanguage(entry.name, language),
      longevity: entry.longevity,
      products: categoryProducts.map(({ name, quantity, details = '' }) => ({
        name,
        quantity,
        details,
      })),
    };
  });
}

/** Throws `characters_unprintable` for characters that the fonts lack. */
function requirePrintable(body: CertificateIssue): void {
  const { address_details, products, customer_name = '', customer_email, note = '' } = body;
  const path = findUnprintableField({
    address_details,
    products,
    customer_name,
    customer_email,
    note,
  });
  if (path !== null) throw new ApiFailure('characters_unprintable', { field: `body.${path}` });
}

/** Throws `project_not_found`, `project_not_closed`, `certificate_exists`. */
async function getCertifiableProject(
  trx: Transaction<Database>,
  companyId: string,
  uuid: string,
): Promise<ProjectRow> {
  const project = await findProject(trx, companyId, uuid);
  if (project.status !== projectStatus.closed) throw new ApiFailure('project_not_closed');
  if (project.warranty_certificate_uuid !== null) throw new ApiFailure('certificate_exists');
  return project;
}

interface CertificateDraft {
  readonly body: CertificateIssue;
  readonly actor: Actor;
  readonly company: IssuingCompany;
  readonly products: readonly CertifiedProducts[];
  readonly today: string;
  readonly now: number;
  readonly project: ProjectRow;
}

async function insertCertificate(
  trx: Transaction<Database>,
  { body, actor, company, products, today, now, project }: CertificateDraft,
): Promise<CertificateRow> {
  const { country = actor.region, ...typedAddress } = body.address_details;
  const details = { ...typedAddress, country };
  const { customer_name = '', note = '' } = body;
  const rev = await nextRevs(trx, actor.companyId, 2);
  const row = await trx
    .insertInto('warranty_certificates')
    .values({
      uuid: randomUUID(),
      company_id: actor.companyId,
      rev,
      op_id: randomUUID(),
      created_at: new Date(now),
      updated_at: new Date(now),
      number: newCertificateNumber(),
      user_id: actor.userId,
      project_uuid: project.uuid,
      tag: certificateTags.valid,
      address_details: toJsonb(details),
      search_text: certificateSearchText({ address: addressLine(details), customer_name }),
      products: toJsonb(products),
      issued_date: today,
      expiration_date: body.expiration_date,
      customer_name,
      customer_email: body.customer_email,
      language: body.language,
      note,
      company: toJsonb(company),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('projects')
    .set({ warranty_certificate_uuid: row.uuid, rev: rev + 1, updated_at: new Date(now) })
    .where('uuid', '=', project.uuid)
    .execute();
  return row;
}
