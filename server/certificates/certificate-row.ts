import { type Kysely, type Selectable } from 'kysely';
import {
  addressLine,
  type AddressDetails,
  type Certificate,
  type CertifiedProducts,
  countCertifiedProducts,
} from '#schemas/warranty-certificate.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type CertificatesTable, type IssuingCompany } from './certificate-tables.ts';

export type CertificateRow = Selectable<CertificatesTable>;

/** The company's certificates, tombstones too. */
export function selectOwnCertificates(
  db: Kysely<Database>,
  { companyId }: Pick<Actor, 'companyId'>,
) {
  return db.selectFrom('warranty_certificates').selectAll().where('company_id', '=', companyId);
}

/** One of them. Throws `not_found`, also for what another company has (security 10). */
export async function getOwnCertificate(
  db: Kysely<Database>,
  actor: Pick<Actor, 'companyId'>,
  uuid: string,
): Promise<CertificateRow> {
  const row = await selectOwnCertificates(db, actor)
    .where('uuid', '=', uuid)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  return row;
}

/** What the database gives, as the wire has it. */
export function certificateFromRow(row: CertificateRow): Certificate {
  // Both written only by `issueCertificate`, of what the contract has checked.
  const details = row.address_details as AddressDetails;
  const products = row.products as CertifiedProducts[];
  return {
    ...replicatedFields(row),
    id: row.id,
    number: row.number,
    tag: row.tag,
    project_uuid: row.project_uuid,
    address: addressLine(details),
    address_details: details,
    products,
    products_sum: countCertifiedProducts(products),
    issued_date: row.issued_date,
    expiration_date: row.expiration_date,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    language: row.language,
    note: row.note,
  };
}

/** The company as it was then; written by `issueCertificate` alone. */
export function issuingCompanyOf(row: Pick<CertificateRow, 'company'>): IssuingCompany {
  return row.company as IssuingCompany;
}
