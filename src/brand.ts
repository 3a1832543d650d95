/**
 * Everything that makes the product a particular manufacturer's. Colours, icons and the web app
 * manifest are derived from here: run `node tools/make-icons.ts` after a change.
 */
export const brand = {
  name: 'Installer Club',
  /** At most 12 characters: what stands under the icon on a phone's home screen. */
  shortName: 'Installers',
  manufacturer: 'Skylight',
  /** A QR label must contain this text to be one of the manufacturer's. */
  domain: 'skylight.example',
  /**
   * The accent, as OKLCH hue (degrees) and chroma. Lightness belongs to the theme, so that another
   * hue keeps the contrast that the tokens promise. `hex` is the same colour for the places that
   * know no OKLCH (manifest, icons).
   */
  colour: { hue: 32, chroma: 0.17, hex: '#c33e27' },
  /** A roof window, tilted open, on a 24 × 24 grid: frame, sash, handle. */
  logo: {
    frame: 'M4 20 9 5h11l-3.4 15z',
    sash: 'M7.6 17.2 11 7.4h6l-2.2 9.8z',
    bar: 'M9.4 12.4h6.6',
  },
} as const;

export interface BrandLink {
  /** Stable id; the words for it are translated where it is shown. */
  id: 'website' | 'technical' | 'catalogue' | 'contact';
  href: string;
}

/** Regions whose manufacturer site has a host of its own; the others share the international one. */
const regionalHosts: Readonly<Record<string, string>> = {
  BA: 'ba',
  BG: 'bg',
  HR: 'hr',
  CZ: 'cz',
  EE: 'ee',
  HU: 'hu',
  IT: 'it',
  LT: 'lt',
  LV: 'lv',
  PL: 'pl',
  RO: 'ro',
  RS: 'rs',
  SK: 'sk',
  SI: 'si',
  TR: 'tr',
  UA: 'ua',
};

/**
 * The manufacturer's own pages for a region.
 * @param region two-letter region code, such as `PL`
 */
export function regionalLinks(region: string): readonly BrandLink[] {
  const host = `https://${regionalHosts[region] ?? 'www'}.${brand.domain}`;
  return [
    { id: 'website', href: `${host}/` },
    { id: 'technical', href: `${host}/installation` },
    { id: 'catalogue', href: `${host}/catalogue` },
    { id: 'contact', href: `${host}/contact` },
  ];
}
