import type { Page } from '@playwright/test';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Two areas to compare, in CSS pixels. */
interface BoxPair {
  before: Box;
  after: Box;
}

/**
 * Counts the pixels whose contrast between the two areas of a pair is at least 3 : 1.
 * @param picture PNG of the page, one pixel per CSS pixel
 * @param otherPicture PNG with the second area, if different
 */
export async function differingPixels(
  page: Page,
  picture: Buffer,
  boxPairs: readonly BoxPair[],
  otherPicture: Buffer = picture,
): Promise<number[]> {
  return page.evaluate(countDiffering, {
    pngs: [picture.toString('base64'), otherPicture.toString('base64')] as const,
    boxPairs,
  });
}

async function countDiffering(input: {
  pngs: readonly [string, string];
  boxPairs: readonly BoxPair[];
}): Promise<number[]> {
  const decode = async (png: string) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!drawing) throw new Error('The canvas has no 2D context.');
    drawing.drawImage(bitmap, 0, 0);
    return drawing;
  };
  const luminances = (drawing: OffscreenCanvasRenderingContext2D, box: Box, size: Box) => {
    const { data } = drawing.getImageData(box.x, box.y, size.width, size.height);
    return Array.from({ length: data.length / 4 }, (_, index) => {
      const [r = 0, g = 0, b = 0] = [0, 1, 2].map((channel) => {
        const share = (data[index * 4 + channel] ?? 0) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
  };
  const first = await decode(input.pngs[0]);
  const second = await decode(input.pngs[1]);
  return input.boxPairs.map(({ before, after }) => {
    const size = {
      x: 0,
      y: 0,
      width: Math.floor(Math.min(before.width, after.width)),
      height: Math.floor(Math.min(before.height, after.height)),
    };
    const firstLuminances = luminances(first, before, size);
    const secondLuminances = luminances(second, after, size);
    const differs = (a: number, b: number) =>
      (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3;
    return firstLuminances.filter((value, index) =>
      differs(value, secondLuminances[index] ?? value),
    ).length;
  });
}
