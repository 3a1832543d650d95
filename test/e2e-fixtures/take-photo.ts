import type { Page } from '@playwright/test';

/** Takes a photo as a phone's camera would hand it over, by the button that asks for one. */
export async function takePhoto(page: Page, button: string): Promise<void> {
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 1200);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#c33e27';
    context?.fillRect(0, 0, 1600, 600);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) };
  await (await chooser).setFiles(photo);
}
