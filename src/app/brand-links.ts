import { regionalSite } from '#schemas/regional-site.ts';

export interface BrandLink {
  /** Stable id; the label is translated where it is shown. */
  id: 'website' | 'technical' | 'catalogue' | 'contact';
  href: string;
}

/**
 * The manufacturer's own pages for a region.
 * @param region two-letter region code, such as `PL`
 */
export function regionalLinks(region: string): readonly BrandLink[] {
  const host = regionalSite(region);
  return [
    { id: 'website', href: `${host}/` },
    { id: 'technical', href: `${host}/installation` },
    { id: 'catalogue', href: `${host}/catalogue` },
    { id: 'contact', href: `${host}/contact` },
  ];
}

/** Marketing downloads for installers. */
export interface MarketingLink {
  id: 'logos' | 'pictures' | 'guide';
  href: string;
}

export function marketingLinks(region: string): readonly MarketingLink[] {
  const host = regionalSite(region);
  return [
    { id: 'logos', href: `${host}/club/logos` },
    { id: 'pictures', href: `${host}/club/pictures` },
    { id: 'guide', href: `${host}/club/brand-guide` },
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
 * The club's documents for a region. Decor companies have a separate page of documents everywhere, and
 * separate terms in Czechia and Slovakia (spec 1 §6).
 */
export function documentLinks(region: string, isDecor: boolean): readonly DocumentLink[] {
  const host = regionalSite(region);
  const hasDecorTerms = isDecor && decorTermsRegions.includes(region);
  return [
    { id: 'terms', href: `${host}/club/${hasDecorTerms ? 'decor-terms' : 'terms'}` },
    { id: 'documents', href: `${host}/club/${isDecor ? 'decor-documents' : 'documents'}` },
    { id: 'privacy', href: `${host}/club/privacy` },
  ];
}
