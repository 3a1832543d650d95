import * as v from 'valibot';
import { type Language, languageIds } from './languages.ts';
import { multilineText } from './multiline-text.ts';
import {
  newestFirst,
  printedDay,
  text,
  typedText,
  uuid,
  wholeNumberBetween,
  wholeNumber,
} from './primitives.ts';
import { regionCode } from './regions.ts';
import { replicatedEntries } from './replicated.ts';

/** First year in the filter (spec 2 §9). */
export const FIRST_CERTIFICATE_YEAR = 2025;
/** Maximum quantity of one product (spec 2 §9). */
export const MAX_CERTIFICATE_QUANTITY = 9999;
/** The manufacturer's verdict on a certificate (spec 2 §3). */
export const certificateTags = { valid: 1, inReview: 2, rejected: 3 } as const;
export const certificateTag = v.picklist(Object.values(certificateTags));
export type CertificateTag = v.InferOutput<typeof certificateTag>;

/** Certificate number: 80 random bits as letters and digits that are hard to confuse. */
export const certificateNumber = v.pipe(
  v.string(),
  v.regex(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/),
  v.maxLength(19),
);

export const certificateLanguages = Object.keys(languageIds) as Language[];
export const categorySlug = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/), v.maxLength(40));
/** Warranty period of a category, in years. */
export const longevity = wholeNumberBetween(1, 99);

export const certifiedQuantity = wholeNumberBetween(1, MAX_CERTIFICATE_QUANTITY);

/** Products of one category on a certificate, in the certificate's language. */
export const certifiedProducts = v.object({
  category: categorySlug,
  name: text(80, 1),
  longevity,
  products: v.array(
    v.object({ name: text(80, 1), quantity: certifiedQuantity, details: text(200) }),
  ),
});
export type CertifiedProducts = v.InferOutput<typeof certifiedProducts>;

const addressDetails = v.object({
  street: text(160, 1),
  house_number: text(20, 1),
  postal_code: text(16, 1),
  city: text(80, 1),
  country: regionCode,
});
export type AddressDetails = v.InferOutput<typeof addressDetails>;

/** A company's warranty certificate (spec 2 §3). */
export const certificate = v.object({
  ...replicatedEntries,
  /** Sequence number across all companies; users see `number` instead. */
  id: wholeNumber,
  number: certificateNumber,
  tag: certificateTag,
  project_uuid: uuid,
  /** `address_details` on one line. */
  address: text(320, 1),
  address_details: addressDetails,
  products: v.array(certifiedProducts),
  /** Total quantity of all products. */
  products_sum: wholeNumber,
  issued_date: printedDay,
  expiration_date: printedDay,
  customer_name: text(160),
  customer_email: text(254),
  language: v.picklist(certificateLanguages),
  note: multilineText(1000),
});
export type Certificate = v.InferOutput<typeof certificate>;

export const certificateDocument = v.object({
  ...v.omit(certificate, ['deleted']).entries,
  newest_first: newestFirst,
});
export type CertificateDocument = v.InferOutput<typeof certificateDocument>;

/** Filters of the certificate list (spec 2 §7). */
export const certificateFilter = {
  year: v.optional(wholeNumberBetween(FIRST_CERTIFICATE_YEAR, 2200)),
  month: v.optional(wholeNumberBetween(1, 12)),
  address: v.optional(typedText(160)),
};
