/**
 * Everything that makes the product a particular manufacturer's. Nothing else in the app or on the server
 * is one's: a brand is a file like its neighbours here and a line in `package.json` under `#brand`.
 */
export interface Brand {
  /** What the file is called, and the condition under which Node and the bundler take it. */
  readonly id: string;
  readonly name: string;
  /** At most 12 characters: what stands under the icon on a phone's home screen. */
  readonly shortName: string;
  readonly manufacturer: string;
  /** A QR label must contain this text to be one of the manufacturer's; their sites stand under it. */
  readonly domain: string;
  /** Where the manufacturer's surveys are answered; a survey's key is put behind it. */
  readonly surveyProvider: string;
  /**
   * The accent, as OKLCH hue (degrees) and chroma. Lightness belongs to the theme, so that another
   * hue keeps the contrast that the tokens promise. `hex` is the light theme's accent for the places that
   * know no OKLCH (manifest, icons, printed documents).
   */
  readonly colour: { readonly hue: number; readonly chroma: number; readonly hex: string };
  /** How far the logo leans, and with it all that leans in the app, in degrees. */
  readonly slant: number;
  /**
   * Its mark on a 64 × 64 grid: filled shapes, drawn in the colour that stands on the accent, each with
   * its own opacity.
   */
  readonly logo: readonly { readonly d: string; readonly opacity: number }[];
  /** The folder of its scenes under the app's address, without a slash at the end. */
  readonly scenes: string;
}
