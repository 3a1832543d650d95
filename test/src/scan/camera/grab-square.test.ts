import { beforeEach, describe, expect, test, vi } from 'vitest';
import { grabSquare } from '#src/features/scan/camera/camera.ts';

const video = {
  videoWidth: 1920,
  videoHeight: 1080,
  readyState: 4,
  HAVE_CURRENT_DATA: 2,
} as HTMLVideoElement;
const rejectGrab = () => Promise.reject(new DOMException('no video', 'InvalidStateError'));

/** A canvas that records drawing calls. */
function stubCanvas(drawImage: (...args: unknown[]) => void): void {
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        this.width = width;
        this.height = height;
      }
      getContext() {
        return { drawImage };
      }
      transferToImageBitmap() {
        return { width: this.width, height: this.height };
      }
    },
  );
}

describe('the square of a video', () => {
  const drawCalls: unknown[][] = [];
  beforeEach(() => {
    drawCalls.length = 0;
    stubCanvas((...args) => drawCalls.push(args));
  });

  test('is captured as a bitmap directly', async () => {
    const bitmap = {} as ImageBitmap;
    vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap));
    const grabbed = await grabSquare(video, 'fast');
    expect(grabbed?.bitmap).toBe(bitmap);
    expect(drawCalls).toEqual([]);
  });

  test('is drawn on a canvas if the browser can’t create a bitmap from a video', async () => {
    vi.stubGlobal('createImageBitmap', rejectGrab);
    const grabbed = await grabSquare(video, 'fast');
    expect(grabbed?.video).toEqual({ width: 1920, height: 1080 });
    const [source, ...place] = drawCalls[0] ?? [];
    expect(source).toBe(video);
    const { x, y, width, height } = grabbed?.crop ?? {};
    expect(place.slice(0, 4)).toEqual([x, y, width, height]);
    expect(grabbed?.bitmap.width).toBe(grabbed?.bitmap.height);
    expect(place.slice(4)).toEqual([0, 0, grabbed?.bitmap.width, grabbed?.bitmap.height]);
  });

  test('fails if neither a bitmap nor a canvas works', async () => {
    vi.stubGlobal('createImageBitmap', rejectGrab);
    stubCanvas(() => {
      throw new DOMException('no drawing', 'SecurityError');
    });
    await expect(grabSquare(video, 'thorough')).rejects.toThrow('no drawing');
  });

  test('is null before the first picture', async () => {
    vi.stubGlobal('createImageBitmap', rejectGrab);
    expect(await grabSquare({ ...video, videoWidth: 0 }, 'fast')).toBeNull();
    expect(await grabSquare({ ...video, readyState: 1 }, 'fast')).toBeNull();
  });
});
