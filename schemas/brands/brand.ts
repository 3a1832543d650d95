/**
 * Everything specific to one manufacturer. To add a brand, add a file here and a line under `#brand` in
 * `package.json`.
 */
export interface Brand {
  /** File name, and the import condition that selects it in Node and in the bundler. */
  readonly id: string;
  readonly name: string;
  /** Label under the icon on a phone's home screen, at most 12 characters. */
  readonly shortName: string;
  readonly manufacturer: string;
  /** Domain that every genuine QR label contains, and that hosts the manufacturer's sites. */
  readonly domain: string;
  /** Base URL of the survey provider; the survey's key is appended. */
  readonly surveyProvider: string;
  /**
   * Accent colour as OKLCH hue (degrees) and chroma. The theme sets the lightness, so any hue keeps the
   * contrast that the tokens guarantee. `hex` is the light theme's accent for formats without OKLCH (manifest,
   * icons, printed documents).
   */
  readonly colour: { readonly hue: number; readonly chroma: number; readonly hex: string };
  /** Slant of the logo and every slanted UI element, in degrees. */
  readonly slant: number;
  /** Logo on a 64 × 64 grid: filled shapes in the colour used on the accent, each with its own opacity. */
  readonly logo: readonly { readonly d: string; readonly opacity: number }[];
  /** Base path of the brand's scene images, without a trailing slash. */
  readonly scenes: string;
}
