import type { Locator, Page } from '@playwright/test';

/**
 * Minimum contrast (WCAG 2.2, 1.4.3) against the worst background pixel, since axe ignores images.
 */
export const MIN_CONTRAST = 4.5;
/** Minimum for text of 24 px and more. */
export const MIN_CONTRAST_LARGE = 3;

/** Returns the lowest contrast of each text to the pixels behind it. */
export async function lowestContrasts(page: Page, texts: readonly Locator[]): Promise<number[]> {
  const colours = await Promise.all(
    texts.map((text) => text.evaluate((element) => getComputedStyle(element).color)),
  );
  const boxes = await Promise.all(texts.map((text) => text.boundingBox()));
  // The CSP blocks inline styles, but allows style sheets created by script.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    // Hide the decorative shape beside the number and the icons; they are not background.
    sheet.replaceSync(
      `main *, header *, [role='dialog'] * { color: transparent !important; }
      :is(main a, [role='dialog'] span)::before, :is(main a *, [role='dialog'] span)::after { visibility: hidden; }`,
    );
    document.adoptedStyleSheets.push(sheet);
  });
  const screenshots = await Promise.all(
    boxes.map(async (clip) => (clip ? await page.screenshot({ clip, scale: 'css' }) : null)),
  );
  const measurements = screenshots.map((screenshot, index) =>
    page.evaluate(worstContrast, {
      png: screenshot?.toString('base64') ?? '',
      colour: colours[index] ?? '',
    }),
  );
  const contrasts = await Promise.all(measurements);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return contrasts;
}

/**
 * Returns the lowest contrast of a colour to the pixels of an image. Runs in the page to decode it.
 */
async function worstContrast({ png, colour }: { png: string; colour: string }): Promise<number> {
  const luminance = (red: number, green: number, blue: number) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The canvas has no 2D context.');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const ink = luminance(red, green, blue);
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  let lowest = 21;
  for (let index = 0; index < data.length; index += 4) {
    const backgroundLuminance = luminance(
      data[index] ?? 0,
      data[index + 1] ?? 0,
      data[index + 2] ?? 0,
    );
    const [dark, light] = [Math.min(ink, backgroundLuminance), Math.max(ink, backgroundLuminance)];
    lowest = Math.min(lowest, (light + 0.05) / (dark + 0.05));
  }
  return lowest;
}
