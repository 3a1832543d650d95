import { brandMark, regionalSite } from '#schemas/brand.ts';

/**
 * Everything that makes the product a particular manufacturer's. Colours, icons and the web app
 * manifest are derived from here: run `node tools/make-icons.ts` after a change.
 */
export const brand = {
  name: brandMark.name,
  /** At most 12 characters: what stands under the icon on a phone's home screen. */
  shortName: 'Installers',
  manufacturer: brandMark.manufacturer,
  domain: brandMark.domain,
  /** Where the manufacturer's surveys are answered; a survey's key is put behind it. */
  surveyProvider: 'https://surveys.skylight.example/',
  /**
   * The accent, as OKLCH hue (degrees) and chroma. Lightness belongs to the theme, so that another
   * hue keeps the contrast that the tokens promise. `hex` is the same colour for the places that
   * know no OKLCH (manifest, icons).
   */
  colour: { hue: 32, chroma: 0.17, hex: brandMark.hex },
  /** Its mark, on a 64 × 64 grid. */
  logo: brandMark.logo,
} as const;

export interface BrandLink {
  /** Stable id; the words for it are translated where it is shown. */
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

/** What the manufacturer gives its installers to advertise with. */
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

/** What the manufacturer has laid down. */
export interface DocumentLink {
  id: 'terms' | 'documents' | 'privacy';
  href: string;
}

/** Regions whose decor companies have terms of their own (spec 1 §6). */
const decorTermsRegions: readonly string[] = ['CZ', 'SK'];

/**
 * The club's documents for a region. Decor companies have their own page of documents everywhere, and
 * their own terms in Czechia and Slovakia (spec 1 §6).
 */
export function documentLinks(region: string, isDecor: boolean): readonly DocumentLink[] {
  const host = regionalSite(region);
  const hasOwnTerms = isDecor && decorTermsRegions.includes(region);
  return [
    { id: 'terms', href: `${host}/club/${hasOwnTerms ? 'decor-terms' : 'terms'}` },
    { id: 'documents', href: `${host}/club/${isDecor ? 'decor-documents' : 'documents'}` },
    { id: 'privacy', href: `${host}/club/privacy` },
  ];
}
