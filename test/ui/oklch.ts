/** A colour in the tokens' notation. */
export interface Oklch {
  lightness: number;
  chroma: number;
  /** In degrees. */
  hue: number;
}

/** Linear-light sRGB; outside 0 to 1 if out of gamut. */
type LinearRgb = readonly [red: number, green: number, blue: number];

/** Björn Ottosson's conversion: OKLCH to OKLab to cone responses to linear sRGB. */
export function linearRgb({ lightness, chroma, hue }: Oklch): LinearRgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** Relative luminance (WCAG 2.2), 0 to 1, clipped to the sRGB gamut. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour).map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast ratio (WCAG 2.2), 1 to 21. */
export function contrast(first: Oklch, second: Oklch): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((x, y) => x - y);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
