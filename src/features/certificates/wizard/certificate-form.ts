/** The certificate as the wizard has it: what was entered, what is proposed, what is sent. Pure. */
import * as v from 'valibot';
import { addMonths } from '#schemas/calendar-day.ts';
import type { Language } from '#schemas/languages.ts';
import { typedNotes } from '#schemas/paragraphs.ts';
import { day, typedText } from '#schemas/primitives.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { regionCode, type RegionCode } from '#schemas/regions.ts';
import { emailAddress, normalEmail } from '#schemas/email.ts';
import {
  addressLine,
  type CertificateCategory,
  type CertificateIssue,
  certificateLanguages,
  sumOfProducts,
  typedAddressDetails,
} from '#schemas/warranty-certificate.ts';
import { severalLines } from '#schemas/several-lines.ts';
import { singleLine } from '#schemas/single-line.ts';
import { splitStreetLine } from '#src/features/_shared/address/address-choices.ts';
import type { CustomerEntry, ProductGroup, WizardDraft } from './draft.ts';

const MONTHS_OF_YEAR = 12;

/** The days between which a certificate of today may expire, both included. */
export interface ExpirationDays {
  readonly earliest: string;
  readonly latest: string;
}

/** What the customer's form holds. */
export interface CustomerForm extends CustomerEntry {
  expiration_date: string;
}

/**
 * The rules of the customer's form (spec 2 §5).
 * @param days the first and the last day until which the certificate may be valid
 */
export function customerForm({ earliest, latest }: ExpirationDays) {
  return v.object({
    ...typedAddressDetails.entries,
    country: regionCode,
    customer_name: typedText(160),
    customer_email: emailAddress,
    language: v.picklist(certificateLanguages),
    expiration_date: v.pipe(
      day,
      v.check((chosen) => chosen >= earliest && chosen <= latest),
    ),
    note: typedNotes(1000),
  });
}

/** What is proposed for the customer: the project's address, and who was its lead. */
export function proposedCustomer(
  project: ProjectDocument,
  { region, language }: { readonly region: RegionCode; readonly language: Language },
): CustomerEntry {
  const { street_name, house_number } = splitStreetLine(project.street_name);
  const { FirstName = '', LastName = '' } = project.lead?.customer_info ?? {};
  return {
    customer_name: singleLine(`${FirstName} ${LastName}`),
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
 * Until when a certificate is proposed to be good: as long as the warranty of any of its products lasts.
 * @param today the day of issue
 */
export function proposedExpiration(
  products: readonly ProductGroup[],
  catalogue: readonly Pick<CertificateCategory, 'slug' | 'longevity'>[],
  { today, earliest }: { readonly today: string; readonly earliest: string },
): string {
  const years = products.map(
    ({ category }) => catalogue.find(({ slug }) => slug === category)?.longevity ?? 0,
  );
  const last = addMonths(today, Math.max(0, ...years) * MONTHS_OF_YEAR);
  return last > earliest ? last : earliest;
}

/** How a chosen project stands to a certificate. */
export type ProjectEligibility = 'open' | 'gone' | 'not_closed' | 'certified';

/** @param project null where it is not on the device, though all of them are */
export function projectEligibility(project: ProjectDocument | null): ProjectEligibility {
  if (project === null) return 'gone';
  if (project.warranty_certificate_uuid !== null) return 'certified';
  return project.status.id === projectStatus.closed ? 'open' : 'not_closed';
}

/** A draft with everything that is proposed where nothing was entered. */
export interface FilledDraft {
  readonly project: string;
  readonly products: readonly ProductGroup[];
  readonly customer: CustomerEntry;
  readonly expiration_date: string;
}

/** What a draft is filled up from. */
export interface Proposals {
  readonly products: readonly ProductGroup[];
  readonly customer: CustomerEntry;
  /** By the products that it is for. */
  readonly expirationOf: (products: readonly ProductGroup[]) => string;
}

export function filledDraft(
  draft: WizardDraft,
  project: string,
  { products: scanned, customer, expirationOf }: Proposals,
): FilledDraft {
  const products = draft.products ?? scanned;
  return {
    project,
    products,
    customer: draft.customer ?? customer,
    expiration_date: draft.expiration_date ?? expirationOf(products),
  };
}

/** The first step in which something is still missing or wrong; null where nothing is (spec 2 §4). */
export function unfinishedStep(
  { products, customer, expiration_date }: FilledDraft,
  catalogue: readonly Pick<CertificateCategory, 'slug'>[],
  days: ExpirationDays,
): 2 | 3 | null {
  const known = new Set(catalogue.map(({ slug }) => slug));
  if (products.length === 0 || products.some(({ category }) => !known.has(category))) return 2;
  return v.is(customerForm(days), { ...customer, expiration_date }) ? null : 3;
}

/** The request that issues it (spec 2 §7). */
export function issueBody(filled: FilledDraft): CertificateIssue {
  const { customer, products, project } = filled;
  const trimmed = (part: keyof CustomerEntry) => singleLine(customer[part]);
  const details = {
    street: trimmed('street'),
    house_number: trimmed('house_number'),
    postal_code: trimmed('postal_code'),
    city: trimmed('city'),
  };
  return {
    project_uuid: project,
    expiration_date: filled.expiration_date,
    address: addressLine(details),
    address_details: { ...details, country: customer.country },
    products_sum: sumOfProducts(products),
    products: products.map(({ category, products: listed }) => ({
      category,
      products: [...listed],
    })),
    customer_name: trimmed('customer_name'),
    customer_email: normalEmail(customer.customer_email),
    language: customer.language,
    note: severalLines(customer.note),
  };
}
