import * as v from 'valibot';
import { foldText, projectSearchText } from './address-search.ts';
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
import { typedMultilineText } from './paragraphs.ts';
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

/** 20 in a list, 3 in the address search's answer, 10 in the picker of projects (spec 2 §9). */
export const CERTIFICATES_LIMIT = 20;
export const CERTIFICATE_SEARCH_LIMIT = 3;
export const MAX_PICKER_PROJECTS = 10;
/** How long a certificate is good for at least where the region says nothing else, in months (spec 2 §9). */
export const MINIMUM_VALIDITY_MONTHS = 6;
/** So many categories there may be, and so many products in one of them. */
export const MAX_CATEGORIES = 20;
export const MAX_PRODUCTS = 50;

/** One kind of product that a certificate may cover (spec 2 §3, "Certificate catalogue item"). */
export const certificateCategory = v.object({
  uuid,
  slug: categorySlug,
  /** In the person's language. */
  name: text(80, 1),
  description: text(400),
  icon: categorySlug,
  longevity,
  /** Until when the warranty lasts of what is fitted today. */
  expires_on: day,
  /** What was scanned of these tier categories belongs to it. */
  tier_categories: v.array(tierCategory),
});
export type CertificateCategory = v.InferOutput<typeof certificateCategory>;

/** The same as an operator sets it up for a country. */
export const categorySetting = v.object({
  ...v.omit(certificateCategory, ['expires_on']).entries,
  name: translatedText,
  description: translatedText,
});
export type CategorySetting = v.InferOutput<typeof categorySetting>;

/** What holds in a country for certificates. */
export const warrantySettings = v.object({
  minimum_months: wholeNumberBetween(0, 240),
  catalogue: v.pipe(
    v.array(categorySetting),
    v.maxLength(MAX_CATEGORIES),
    v.check((items) => new Set(items.map((item) => item.slug)).size === items.length),
  ),
});
export type WarrantySettings = v.InferOutput<typeof warrantySettings>;

/** What is typed of an address; the country is the person's own unless another was chosen. */
export const typedAddressDetails = v.object({
  street: typedText(160, 1),
  house_number: typedText(20, 1),
  postal_code: typedText(16, 1),
  city: typedText(80, 1),
  country: v.optional(regionCode),
});

export const typedProduct = v.object({
  name: typedText(80, 1),
  quantity: certifiedQuantity,
  details: v.optional(typedText(200)),
});

/**
 * What issues a certificate (spec 2 §7). The address on one line and the sum of the products are taken, as
 * specified, and made anew of what they are said of.
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
});
export type CertificateIssue = v.InferOutput<typeof certificateIssue>;

export const certificateResend = v.object({ customer_email: emailAddress });

/** When a certificate that no operator has doubts about is still good, and what else it may be. */
export const certificateStatus = v.picklist(['valid', 'expired', 'in_review', 'rejected']);
export type CertificateStatus = v.InferOutput<typeof certificateStatus>;

/** What a homeowner is told of a certificate, on a day such as `2026-05-04`. */
export function certificateStatusOn(
  { tag, expiration_date }: Pick<Certificate, 'tag' | 'expiration_date'>,
  today: string,
): CertificateStatus {
  if (tag === certificateTags.rejected) return 'rejected';
  if (tag === certificateTags.inReview) return 'in_review';
  return expiration_date < today ? 'expired' : 'valid';
}

/** The first day until which a certificate of today may be valid (spec 2 §5). */
export function earliestExpiration(today: string, minimumMonths: number): string {
  return addMonths(today, minimumMonths);
}

/**
 * The last day until which a certificate of today may be valid: as long as the longest warranty in the region's
 * catalogue, at least as far ahead as any date field goes, and never before the first day.
 */
export function latestExpiration(
  today: string,
  earliest: string,
  catalogue: readonly Pick<CertificateCategory, 'longevity'>[],
): string {
  const years = Math.max(MAX_YEARS_AHEAD, ...catalogue.map((item) => item.longevity));
  const last = addMonths(today, years * 12);
  return last > earliest ? last : earliest;
}

/** An address on one line, as certificates and their lists write it. */
export function addressLine(details: Omit<AddressDetails, 'country'>): string {
  const { street, house_number, postal_code, city } = details;
  return `${street} ${house_number}, ${postal_code} ${city}`;
}

/** What the address search looks into; `hasWords` of address-search.ts compares. */
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

/** How many pieces a certificate is about. */
export function countCertifiedProducts(
  groups: readonly { readonly products: readonly { readonly quantity: number }[] }[],
): number {
  return groups.flatMap(({ products }) => products).reduce((sum, one) => sum + one.quantity, 0);
}

/**
 * The first place where a category stands twice, or a product twice within one (spec 2 §5); names are compared as
 * the search compares them.
 * @returns for example `products.0.products.3`; null where there is none
 */
export function findDuplicateProduct(
  groups: readonly {
    readonly category: string;
    readonly products: readonly { readonly name: string }[];
  }[],
): string | null {
  const categories = new Set<string>();
  for (const [at, { category, products }] of groups.entries()) {
    if (categories.has(category)) return `products.${at}`;
    categories.add(category);
    const names = new Set<string>();
    for (const [place, { name }] of products.entries()) {
      const folded = foldText(name);
      if (names.has(folded)) return `products.${at}.products.${place}`;
      names.add(folded);
    }
  }
  return null;
}
