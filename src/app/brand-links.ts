import type { CountryLinks } from '#schemas/country-links.ts';
import { regionalSite } from '#schemas/regional-site.ts';

export interface BrandLink {
  /** Stable id; the label is translated where it is shown. */
  id: 'website' | 'technical' | 'catalogue' | 'contact';
  href: string;
}

/**
 * Returns the manufacturer's pages for a region.
 * @param region two-letter region code, such as `PL`
 * @param links pages that the country has set, which replace the manufacturer's
 */
export function regionalLinks(region: string, links: CountryLinks = {}): readonly BrandLink[] {
  const host = regionalSite(region);
  return [
    { id: 'website', href: links.website ?? `${host}/` },
    { id: 'technical', href: links.technical ?? `${host}/installation` },
    { id: 'catalogue', href: links.catalogue ?? `${host}/catalogue` },
    { id: 'contact', href: links.contact ?? `${host}/contact` },
  ];
}

/** Marketing downloads for installers. */
export interface MarketingLink {
  id: 'logos' | 'pictures' | 'guide';
  href: string;
}

export function marketingLinks(region: string, links: CountryLinks = {}): readonly MarketingLink[] {
  const host = regionalSite(region);
  return [
    { id: 'logos', href: links.logos ?? `${host}/club/logos` },
    { id: 'pictures', href: links.pictures ?? `${host}/club/pictures` },
    { id: 'guide', href: links.guide ?? `${host}/club/brand-guide` },
  ];
}

/** Legal documents. */
export interface DocumentLink {
  id: 'terms' | 'documents' | 'privacy';
  href: string;
}

/** Regions with separate terms for decor companies (spec 1 §6). */
const decorTermsRegions: readonly string[] = ['CZ', 'SK'];

/**
 * Returns the club's documents for a region. Decor companies always have a separate page of documents. They have
 * separate terms in Czechia and Slovakia (spec 1 §6), and in countries that have set a page for those terms.
 */
export function documentLinks(
  region: string,
  isDecor: boolean,
  links: CountryLinks = {},
): readonly DocumentLink[] {
  const host = regionalSite(region);
  const hasDecorTerms = decorTermsRegions.includes(region);
  const terms = links.terms ?? `${host}/club/terms`;
  const decorTerms = links.decor_terms ?? (hasDecorTerms ? `${host}/club/decor-terms` : terms);
  return [
    { id: 'terms', href: isDecor ? decorTerms : terms },
    {
      id: 'documents',
      href: isDecor
        ? (links.decor_documents ?? `${host}/club/decor-documents`)
        : (links.documents ?? `${host}/club/documents`),
    },
    { id: 'privacy', href: links.privacy ?? `${host}/club/privacy` },
  ];
}
