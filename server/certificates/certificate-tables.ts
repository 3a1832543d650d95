import { type Generated, type GeneratedAlways } from 'kysely';
import { type Language } from '#schemas/languages.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type CertificateTag } from '#schemas/warranty-certificate.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** The installer's company at the time of issue, so that the certificate never changes. */
export interface IssuingCompany {
  readonly name: string;
  readonly registration_number: string | null;
  readonly address: string;
  readonly postal_code: string;
  readonly city: string;
  readonly region: RegionCode;
}

/** A warranty certificate of a closed project; replicated. */
export interface CertificatesTable extends ReplicatedTable {
  id: Generated<number>;
  /** Random, since certificates are public by number. */
  number: string;
  /** The issuer; null once their account is deleted. */
  user_id: string | null;
  project_uuid: string;
  tag: CertificateTag;
  /** `AddressDetails` */
  address_details: unknown;
  /** Address and customer, normalised by `foldText` for search. */
  search_text: string;
  /** `CertifiedProducts[]` */
  products: unknown;
  /** Days in the company's region: `2026-05-04`. */
  issued_date: string;
  expiration_date: string;
  customer_name: string;
  customer_email: string;
  language: Language;
  note: string;
  /** `IssuingCompany` */
  company: unknown;
  /** The company's country, kept by triggers. */
  region_id: Generated<RegionId>;
  /** Number, company and town as a `tsvector`, kept by the database. */
  words: GeneratedAlways<string>;
  /** The same, with street and customer. */
  personal_words: GeneratedAlways<string>;
}

/** Copy of a photo printed in a certificate, which therefore never changes. */
interface CertificatePhotosTable {
  certificate_uuid: string;
  /** From 0. */
  position: number;
  caption: string;
  /** A JPEG. */
  content: Uint8Array;
}

export interface CertificateTables {
  warranty_certificates: CertificatesTable;
  certificate_photos: CertificatePhotosTable;
}
