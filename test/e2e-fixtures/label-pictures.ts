import type { Page } from '@playwright/test';
import qrcode from 'qrcode';
import type { DemoSerial } from '#server/demo/serials.ts';
import { labelText } from './labels.ts';

/** Gives the scanner an image file instead of the camera. */
export async function choosePicture(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Scan from photo' }).first().click();
  await (await chooser).setFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

/** 12-megapixel photo with two labels: one is half as high as the photo, and the other a twenty-fifth. */
export async function photoOfTwoLabels(
  page: Page,
  largeSerial: DemoSerial,
  smallSerial: DemoSerial,
): Promise<Buffer> {
  return photoOfCodes(page, [
    {
      code: await qrcode.toDataURL(labelText(largeSerial), { scale: 8 }),
      x: 100,
      y: 100,
      side: 1500,
    },
    {
      code: await qrcode.toDataURL(labelText(smallSerial), { scale: 8 }),
      x: 3300,
      y: 2500,
      side: 120,
    },
  ]);
}

interface PlacedCode {
  /** A QR code as a data URL. */
  readonly code: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** 12-megapixel photo with QR codes at given pixel positions. */
export async function photoOfCodes(page: Page, codes: readonly PlacedCode[]): Promise<Buffer> {
  const bytes = await page.evaluate(async (placedCodes) => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    for (const { code, x, y, side } of placedCodes) {
      const image = new Image();
      image.src = code;
      await image.decode();
      context?.drawImage(image, x, y, side, side);
    }
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return [...new Uint8Array(await jpeg.arrayBuffer())];
  }, codes);
  return Buffer.from(bytes);
}

/** Photo without a readable code. */
export async function emptyPhoto(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    const context = canvas.getContext('2d');
    context?.fillRect(50, 50, 200, 100);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
