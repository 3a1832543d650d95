import type { Page } from '@playwright/test';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Two areas to compare, in CSS pixels. */
interface Places {
  before: Box;
  after: Box;
}

/**
 * Counts the pixels that differ by a contrast of at least 3 : 1 between two areas of a page.
 * @param picture PNG of the page, one pixel per CSS pixel
 * @param other PNG with the second area, if different
 */
export async function differingPixels(
  page: Page,
  picture: Buffer,
  places: readonly Places[],
  other: Buffer = picture,
): Promise<number[]> {
  return page.evaluate(countDiffering, {
    pngs: [picture.toString('base64'), other.toString('base64')] as const,
    places,
  });
}

async function countDiffering(given: {
  pngs: readonly [string, string];
  places: readonly Places[];
}): Promise<number[]> {
  const decode = async (png: string) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!drawing) throw new Error('There is no canvas.');
    drawing.drawImage(bitmap, 0, 0);
    return drawing;
  };
  const luminances = (drawing: OffscreenCanvasRenderingContext2D, box: Box, size: Box) => {
    const { data } = drawing.getImageData(box.x, box.y, size.width, size.height);
    return Array.from({ length: data.length / 4 }, (_, at) => {
      const [r = 0, g = 0, b = 0] = [0, 1, 2].map((part) => {
        const share = (data[at * 4 + part] ?? 0) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
  };
  const first = await decode(given.pngs[0]);
  const second = await decode(given.pngs[1]);
  return given.places.map(({ before, after }) => {
    const size = {
      x: 0,
      y: 0,
      width: Math.floor(Math.min(before.width, after.width)),
      height: Math.floor(Math.min(before.height, after.height)),
    };
    const one = luminances(first, before, size);
    const two = luminances(second, after, size);
    const differs = (a: number, b: number) =>
      (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3;
    return one.filter((value, at) => differs(value, two[at] ?? value)).length;
  });
}
