import type { brand } from '#brand';

/** The theme setting; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark' | 'sunlight';

/** The three font sizes that the settings offer (spec 1 §2). */
export type FontSize = '14px' | '17px' | '20px';

/**
 * Applies a theme and sets the colour of the browser's own bars.
 * @param choice the theme setting
 * @param page the document to change
 */
export function applyTheme(choice: ThemeChoice, page: Document = document): void {
  const root = page.documentElement;
  if (choice === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', choice);

  const surface = page.defaultView?.getComputedStyle(root).getPropertyValue('--surface').trim();
  const meta = page.querySelector('meta[name="theme-color"]');
  if (surface && meta) meta.setAttribute('content', surface);
}

/** Scales the whole UI, because all sizes are in rem. */
export function applyFontSize(size: FontSize, page: Document = document): void {
  page.documentElement.setAttribute('data-font-size', size);
}

/** Sets the brand's slant and the accent's hue and chroma. The theme sets the accent's lightness. */
export function applyBrand(
  { colour, slant }: Pick<typeof brand, 'colour' | 'slant'>,
  page: Document = document,
): void {
  const { style } = page.documentElement;
  style.setProperty('--brand-hue', String(colour.hue));
  style.setProperty('--brand-chroma', String(colour.chroma));
  style.setProperty('--slant', `${slant}deg`);
}
