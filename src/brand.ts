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
  colour: { hue: 32, chroma: 0.17, hex: '#c4422c' },
  /**
   * A roof window, its sash swung open over the frame, on a 64 × 64 grid. Filled shapes, drawn in
   * the colour that stands on the accent, each with its own opacity.
   */
  logo: [
    { d: 'M14 48 26 16h28L42 48zM20.500 43.500h18.600l8.600-23H29.100z', opacity: 1 },
    { d: 'M20.500 43.500h18.600l8.600-23H29.100z', opacity: 0.3 },
    { d: 'M10 38.500 17 20h5L15 38.500z', opacity: 0.6 },
  ],
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
