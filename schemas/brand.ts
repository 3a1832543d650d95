/** What of the brand the server prints too. Everything else of it stands in `src/brand.ts`, which has this in it. */
export const brandMark = {
  name: 'Installer Club',
  manufacturer: 'Skylight',
  /** A QR label must contain this text to be one of the manufacturer's; their sites stand under it. */
  domain: 'skylight.example',
  /** The accent's colour for the places that know no OKLCH: manifest, icons, printed documents. */
  hex: '#c13f29',
  /**
   * A roof window in the slope of its roof, light on its pane, on a 64 × 64 grid. Filled shapes,
   * drawn in the colour that stands on the accent, each with its own opacity.
   */
  logo: [
    { d: 'M10 50 24 14h30L40 50zM17.8 44.6h18.5l9.9-25.2H27.6z', opacity: 1 },
    { d: 'M17.8 44.6h7.6l9.9-25.2h-7.7z', opacity: 0.6 },
    { d: 'M25.4 44.6h10.9l9.9-25.2H35.3z', opacity: 0.22 },
  ],
} as const;

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
 * The manufacturer's site for a region, without a slash at the end; the international one for what has none of its own.
 * @param region two-letter region code, such as `PL`
 */
export function regionalSite(region: string): string {
  return `https://${regionalHosts[region] ?? 'www'}.${brandMark.domain}`;
}
