/** The wizard's form, proposed values and request. */
import * as v from 'valibot';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import { addMonths } from '#schemas/calendar-day.ts';
import type { Language } from '#schemas/languages.ts';
import { typedMultilineText } from '#schemas/multiline-text.ts';
import { day, typedText } from '#schemas/primitives.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { regionCode, type RegionCode } from '#schemas/regions.ts';
import { emailAddress, normaliseEmail } from '#schemas/email.ts';
import {
  addressLine,
  type CertificateCategory,
  type CertificateIssue,
  certificateLanguages,
  countCertifiedProducts,
  typedAddressDetails,
} from '#schemas/warranty-certificate.ts';
import { normaliseLines, normaliseLine } from '#schemas/normalise-text.ts';
import { splitStreetLine } from '#src/features/_shared/address/address-choices.ts';
import type { CustomerEntry, ProductGroup, WizardDraft } from './draft.ts';

const MONTHS_OF_YEAR = 12;

/** First and last expiration day of a certificate issued today. */
interface ExpirationDays {
  readonly earliest: string;
  readonly latest: string;
}

export interface CustomerForm extends CustomerEntry {
  expiration_date: string;
}

/** Validates the customer form (spec 2 §5). */
export function customerForm({ earliest, latest }: ExpirationDays) {
  return v.object({
    ...typedAddressDetails.entries,
    country: regionCode,
    customer_name: typedText(160),
    customer_email: emailAddress,
    language: v.picklist(certificateLanguages),
    expiration_date: v.pipe(
      day,
      v.check((date) => date >= earliest && date <= latest),
    ),
    note: typedMultilineText(1000),
  });
}

/** Proposes the customer, from the project's address and its lead. */
export function proposedCustomer(
  project: ProjectDocument,
  { region, language }: { readonly region: RegionCode; readonly language: Language },
): CustomerEntry {
  const { street_name, house_number } = splitStreetLine(project.street_name);
  const { FirstName = '', LastName = '' } = project.lead?.customer_info ?? {};
  return {
    customer_name: normaliseLine(`${FirstName} ${LastName}`),
    customer_email: project.lead?.EmailForwindow ?? '',
    street: street_name,
    house_number,
    postal_code: project.postal_code,
    city: project.city,
    country: region,
    language,
    note: '',
  };
}

/**
 * Proposes the expiration day: the end of the longest warranty among the products, but no earlier than `earliest`.
 * @param today the day of issue
 */
export function proposedExpiration(
  products: readonly ProductGroup[],
  catalogue: readonly Pick<CertificateCategory, 'slug' | 'longevity'>[],
  { today, earliest }: { readonly today: string; readonly earliest: string },
): string {
  const warrantyYears = products.map(
    ({ category }) => catalogue.find(({ slug }) => slug === category)?.longevity ?? 0,
  );
  const warrantyEnd = addMonths(today, Math.max(0, ...warrantyYears) * MONTHS_OF_YEAR);
  return warrantyEnd > earliest ? warrantyEnd : earliest;
}

export type ProjectEligibility = 'eligible' | 'missing' | 'not_closed' | 'certified';

/** Returns `eligible` if a certificate can be issued for the project, otherwise the reason it can't. */
export function projectEligibility(project: ProjectDocument | null): ProjectEligibility {
  if (project === null) return 'missing';
  if (project.warranty_certificate_uuid !== null) return 'certified';
  return project.status.id === projectStatus.closed ? 'eligible' : 'not_closed';
}

/** A draft completed with the proposed values. */
export interface FilledDraft {
  readonly project: string;
  readonly products: readonly ProductGroup[];
  readonly customer: CustomerEntry;
  readonly expiration_date: string;
  /** Ids of the selected photos that can be printed. */
  readonly photos: readonly string[];
}

/** The values to complete a draft with. */
interface Proposals {
  readonly products: readonly ProductGroup[];
  readonly customer: CustomerEntry;
  readonly expirationOf: (products: readonly ProductGroup[]) => string;
  /** Photos of the project that can be printed. */
  readonly photos: readonly PrintablePhoto[];
}

type PrintablePhoto = Pick<AttachmentDocument, 'uuid'>;

/** The project's photos that can be printed: the server has them, as JPEG. */
export function printablePhotos<
  Photo extends Pick<AttachmentDocument, 'has_content' | 'media_type'>,
>(photos: readonly Photo[]): Photo[] {
  return photos.filter((photo) => photo.has_content && photo.media_type === 'image/jpeg');
}

export function filledDraft(
  draft: WizardDraft,
  projectId: string,
  { products: scannedProducts, customer, expirationOf, photos }: Proposals,
): FilledDraft {
  const products = draft.products ?? scannedProducts;
  return {
    project: projectId,
    products,
    customer: draft.customer ?? customer,
    expiration_date: draft.expiration_date ?? expirationOf(products),
    // A selected photo may have been removed in the meantime.
    photos: draft.photos.filter((id) => photos.some(({ uuid }) => uuid === id)),
  };
}

/** Returns the first step that is incomplete or invalid, or null if all steps are complete (spec 2 §4). */
export function unfinishedStep(
  { products, customer, expiration_date }: FilledDraft,
  catalogue: readonly Pick<CertificateCategory, 'slug'>[],
  days: ExpirationDays,
): 2 | 3 | null {
  const slugs = new Set(catalogue.map(({ slug }) => slug));
  if (products.length === 0 || products.some(({ category }) => !slugs.has(category))) return 2;
  return v.is(customerForm(days), { ...customer, expiration_date }) ? null : 3;
}

/** Builds the request that issues the certificate (spec 2 §7). */
export function issueBody(filledDraft: FilledDraft): CertificateIssue {
  const { customer, products, project } = filledDraft;
  const normalisedPart = (part: keyof CustomerEntry) => normaliseLine(customer[part]);
  const details = {
    street: normalisedPart('street'),
    house_number: normalisedPart('house_number'),
    postal_code: normalisedPart('postal_code'),
    city: normalisedPart('city'),
  };
  return {
    project_uuid: project,
    expiration_date: filledDraft.expiration_date,
    address: addressLine(details),
    address_details: { ...details, country: customer.country },
    products_sum: countCertifiedProducts(products),
    products: products.map(({ category, products: groupProducts }) => ({
      category,
      products: [...groupProducts],
    })),
    customer_name: normalisedPart('customer_name'),
    customer_email: normaliseEmail(customer.customer_email),
    language: customer.language,
    note: normaliseLines(customer.note),
    ...(filledDraft.photos.length > 0 && { photos: [...filledDraft.photos] }),
  };
}
