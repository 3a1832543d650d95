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

/** The company's certificates, including tombstones. */
export function selectOwnCertificates(
  db: Kysely<Database>,
  { companyId }: Pick<Actor, 'companyId'>,
) {
  return db.selectFrom('warranty_certificates').selectAll().where('company_id', '=', companyId);
}

/** Returns one certificate. Throws `not_found`, including for another company's certificate (security 10). */
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

/** Maps a row to the API's format. */
export function certificateFromRow(row: CertificateRow): Certificate {
  // Written only by `issueCertificate`, from validated input.
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

/** The company at the time of issue; written only by `issueCertificate`. */
export function getIssuingCompany(row: Pick<CertificateRow, 'company'>): IssuingCompany {
  return row.company as IssuingCompany;
}
