import type { Page } from '@playwright/test';

/**
 * Draws a JPEG.
 * @param width in pixels; the height is three quarters of it
 */
export async function drawPhoto(page: Page, width = 1600): Promise<Buffer> {
  const picture = await page.evaluate(async (side) => {
    const canvas = new OffscreenCanvas(side, (side * 3) / 4);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#c33e27';
    context?.fillRect(0, 0, side, (side * 3) / 8);
    // Draw tiles, so that the file size depends on the image size.
    for (let index = 0; index < 5000; index += 1) {
      if (context)
        context.fillStyle = `hsl(${(index * 137) % 360} 60% ${20 + ((index * 31) % 60)}%)`;
      const edge = side / 100;
      context?.fillRect((index % 100) * edge, Math.floor(index / 100) * edge, edge / 2, edge / 2);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    // A number array would take seconds to serialise.
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCodePoint(byte);
    return btoa(text);
  }, width);
  return Buffer.from(picture, 'base64');
}

/**
 * Takes a photo like a phone's camera, with the given button.
 * @param width in pixels; the height is three quarters of it
 */
export async function takePhoto(page: Page, button: string, width = 1600): Promise<void> {
  const buffer = await drawPhoto(page, width);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await (await chooser).setFiles(photo);
}
