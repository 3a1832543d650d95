import * as v from 'valibot';
import { foldText, projectSearchText } from './text-search.ts';
import { addMonths, MAX_YEARS_AHEAD } from './calendar-day.ts';
import {
  type AddressDetails,
  type Certificate,
  categorySlug,
  certificateLanguages,
  certificateTags,
  certifiedQuantity,
  longevity,
} from './certificate.ts';
import { typedMultilineText } from './multiline-text.ts';
import {
  day,
  text,
  translatedText,
  typedText,
  uuid,
  wholeNumberBetween,
  wholeNumber,
} from './primitives.ts';
import { tierCategory } from './product-type.ts';
import { regionCode } from './regions.ts';
import { emailAddress } from './email.ts';

export * from './certificate.ts';

/** Limits (spec 2 §9): certificates in a list, results of the address search, projects in the picker. */
export const CERTIFICATES_LIMIT = 20;
export const CERTIFICATE_SEARCH_LIMIT = 3;
export const MAX_PICKER_PROJECTS = 10;
/** Minimum validity in months, unless the region has its own (spec 2 §9). */
export const MINIMUM_VALIDITY_MONTHS = 6;
/** Maximum number of categories, and of products in one category. */
const MAX_CATEGORIES = 20;
export const MAX_PRODUCTS = 50;
/** Maximum number of photos on a certificate. */
export const MAX_CERTIFICATE_PHOTOS = 3;

/** A product category that a certificate may cover (spec 2 §3, "Certificate catalogue item"). */
export const certificateCategory = v.object({
  uuid,
  slug: categorySlug,
  /** In the user's language. */
  name: text(80, 1),
  description: text(400),
  icon: categorySlug,
  longevity,
  /** End of the warranty for products installed today. */
  expires_on: day,
  /** Tier categories whose scanned products belong to this category. */
  tier_categories: v.array(tierCategory),
});
export type CertificateCategory = v.InferOutput<typeof certificateCategory>;

/** A category with translations, as configured by an operator for a country. */
const categorySetting = v.object({
  ...v.omit(certificateCategory, ['expires_on']).entries,
  name: translatedText,
  description: translatedText,
});

/** A country's settings for certificates. */
export const warrantySettings = v.object({
  minimum_months: wholeNumberBetween(0, 240),
  catalogue: v.pipe(
    v.array(categorySetting),
    v.maxLength(MAX_CATEGORIES),
    v.check((items) => new Set(items.map((item) => item.slug)).size === items.length),
  ),
});
export type WarrantySettings = v.InferOutput<typeof warrantySettings>;

/** Typed address; the country defaults to the user's own. */
export const typedAddressDetails = v.object({
  street: typedText(160, 1),
  house_number: typedText(20, 1),
  postal_code: typedText(16, 1),
  city: typedText(80, 1),
  country: v.optional(regionCode),
});

const typedProduct = v.object({
  name: typedText(80, 1),
  quantity: certifiedQuantity,
  details: v.optional(typedText(200)),
});

/**
 * Request to issue a certificate (spec 2 §7). `address` and `products_sum` are accepted because the specification
 * has them, but the server recomputes them from the fields that they summarise.
 */
export const certificateIssue = v.object({
  project_uuid: uuid,
  expiration_date: day,
  address: v.optional(typedText(400)),
  address_details: typedAddressDetails,
  products_sum: v.optional(wholeNumber),
  products: v.pipe(
    v.array(
      v.object({
        category: categorySlug,
        products: v.pipe(v.array(typedProduct), v.minLength(1), v.maxLength(MAX_PRODUCTS)),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_CATEGORIES),
  ),
  customer_name: v.optional(typedText(160)),
  customer_email: emailAddress,
  language: v.picklist(certificateLanguages),
  note: v.optional(typedMultilineText(1000)),
  /** Ids of the project’s photos to print. The certificate keeps copies of them. */
  photos: v.optional(v.pipe(v.array(uuid), v.maxLength(MAX_CERTIFICATE_PHOTOS))),
});
export type CertificateIssue = v.InferOutput<typeof certificateIssue>;

export const certificateResend = v.object({ customer_email: emailAddress });

/** Status of a certificate; `valid` and `expired` apply if no operator has objected. */
const certificateStatus = v.picklist(['valid', 'expired', 'in_review', 'rejected']);
export type CertificateStatus = v.InferOutput<typeof certificateStatus>;

/** Returns the status shown to a homeowner on a day such as `2026-05-04`. */
export function certificateStatusOn(
  { tag, expiration_date }: Pick<Certificate, 'tag' | 'expiration_date'>,
  today: string,
): CertificateStatus {
  if (tag === certificateTags.rejected) return 'rejected';
  if (tag === certificateTags.inReview) return 'in_review';
  return expiration_date < today ? 'expired' : 'valid';
}

/** Earliest expiry of a certificate issued today (spec 2 §5). */
export function earliestExpiration(today: string, minimumMonths: number): string {
  return addMonths(today, minimumMonths);
}

/**
 * Returns the latest expiry of a certificate issued today. It's the end of the longest warranty in the region's
 * catalogue, or the last day that date fields accept if that is later. It's never before the earliest expiry.
 */
export function latestExpiration(
  today: string,
  earliest: string,
  catalogue: readonly Pick<CertificateCategory, 'longevity'>[],
): string {
  const years = Math.max(MAX_YEARS_AHEAD, ...catalogue.map((item) => item.longevity));
  const latestDate = addMonths(today, years * 12);
  return latestDate > earliest ? latestDate : earliest;
}

/** Formats an address on one line, for certificates and their lists. */
export function addressLine(details: Omit<AddressDetails, 'country'>): string {
  const { street, house_number, postal_code, city } = details;
  return `${street} ${house_number}, ${postal_code} ${city}`;
}

/** Text that the address search matches with `matchesAllTerms` of text-search.ts. */
export function certificateSearchText({
  address,
  customer_name,
}: Pick<Certificate, 'address' | 'customer_name'>) {
  return projectSearchText({
    street_name: address,
    postal_code: '',
    city: '',
    name: customer_name,
  });
}

/** Total quantity of all products. */
export function countCertifiedProducts(
  groups: readonly { readonly products: readonly { readonly quantity: number }[] }[],
): number {
  return groups
    .flatMap(({ products }) => products)
    .reduce((sum, product) => sum + product.quantity, 0);
}

/**
 * Finds the first duplicate category, or duplicate product within a category (spec 2 §5); compares names as
 * searches do.
 * @returns for example `products.0.products.3`; null if there is none
 */
export function findDuplicateProduct(
  groups: readonly {
    readonly category: string;
    readonly products: readonly { readonly name: string }[];
  }[],
): string | null {
  const categories = new Set<string>();
  for (const [groupIndex, { category, products }] of groups.entries()) {
    if (categories.has(category)) return `products.${groupIndex}`;
    categories.add(category);
    const names = new Set<string>();
    for (const [productIndex, { name }] of products.entries()) {
      const key = foldText(name);
      if (names.has(key)) return `products.${groupIndex}.products.${productIndex}`;
      names.add(key);
    }
  }
  return null;
}
