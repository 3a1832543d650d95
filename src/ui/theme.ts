/** What the person chose in the settings; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark' | 'sunlight';

/** The three sizes of the settings (specification 1, section 2). */
export type FontSize = '14px' | '17px' | '20px';

/**
 * Puts a theme on the page and colours the browser's own bars like it.
 * @param choice what the person chose
 * @param page the document to change
 */
export function applyTheme(choice: ThemeChoice, page: Document = document): void {
  const root = page.documentElement;
  if (choice === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', choice);

  const ground = page.defaultView?.getComputedStyle(root).getPropertyValue('--surface').trim();
  const meta = page.querySelector('meta[name="theme-color"]');
  if (ground && meta) meta.setAttribute('content', ground);
}

/** Scales the whole screen: every size of the kit is in rem. */
export function applyFontSize(size: FontSize, page: Document = document): void {
  page.documentElement.setAttribute('data-font-size', size);
}

/**
 * Gives the accent another hue and chroma. Lightness stays the theme's.
 * @param colour hue in degrees, chroma as in OKLCH (about 0 to 0.2)
 */
export function applyBrandColour(
  colour: { hue: number; chroma: number },
  page: Document = document,
): void {
  const { style } = page.documentElement;
  style.setProperty('--brand-hue', String(colour.hue));
  style.setProperty('--brand-chroma', String(colour.chroma));
}
