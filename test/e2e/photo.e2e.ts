import { createHash } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import qrcode from 'qrcode';
import { runInFixtureBrowser } from '#test/e2e-fixtures/fixture-browser.ts';
import { openFixtureSite, type FixtureSite } from '#test/e2e-fixtures/fixture-site.ts';

let site: FixtureSite;

test.beforeAll(async () => {
  site = await openFixtureSite();
});
test.afterAll(() => site.close());

/** Runs the action on a page without a camera, and expects no page errors. */
async function runOnPage(action: (page: Page) => Promise<void>): Promise<void> {
  const { errors } = await runInFixtureBrowser(`${site.cameraUrl}?empty`, [], action);
  expect(errors).toEqual([]);
}

/** A phone's JPEG: rotated, with EXIF orientation and location. */
async function phonePhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const jpegBytes = await page.evaluate(
    async (size) => {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The canvas has no 2D context.');
      context.fillStyle = '#c33e27';
      context.fillRect(0, 0, size.width, size.height / 2);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { width, height },
  );
  const jpeg = Buffer.from(jpegBytes);
  return Buffer.concat([jpeg.subarray(0, 2), exifSegment(), jpeg.subarray(2)]);
}

/** Orientation 6 (rotate right), and a location that must not leave the phone. */
function exifSegment(): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    if (type === 3) bytes.writeUInt16BE(value, 8);
    else bytes.writeUInt32BE(value, 8);
    return bytes;
  };
  const gpsText = Buffer.from('GPS 52.2297N 21.0122E\0');
  const directory = 8 + 2 + 2 * 12 + 4;
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 2]),
    entry(0x010e, 2, gpsText.length, directory),
    entry(0x0112, 3, 1, 6),
    Buffer.alloc(4),
    gpsText,
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Downscales in the page; returns the stored bytes or the error code. */
async function shrink(page: Page, photo: Buffer) {
  const response = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    try {
      const result = await window.fixture.shrinkPhoto(new Blob([bytes]));
      return { ...result, bytes: [...new Uint8Array(result.bytes)], code: null };
    } catch (error) {
      return { code: (error as { code?: string }).code ?? String(error) };
    }
  }, photo.toString('base64'));
  return response;
}

test('a photo is kept upright at a quarter of its size, without EXIF, and with its hash', async () => {
  await runOnPage(async (page) => {
    const photo = await phonePhoto(page, 4000, 3000);
    expect(photo.includes('GPS 52.2297N')).toBe(true);
    const result = await shrink(page, photo);
    if (result.code !== null) throw new Error(result.code);
    expect(result).toMatchObject({ mime: 'image/jpeg', width: 750, height: 1000 });
    const bytes = Buffer.from(result.bytes);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(bytes.includes('Exif')).toBe(false);
    expect(bytes.includes('GPS')).toBe(false);
    expect(result.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(bytes.length).toBeLessThan(photo.length / 4);
  });
});

test('a file that isn’t an image is reported, and the next photo still works', async () => {
  await runOnPage(async (page) => {
    expect(await shrink(page, Buffer.from('not a picture'))).toEqual({ code: 'photo_unreadable' });
    const result = await shrink(page, await phonePhoto(page, 600, 400));
    expect(result).toMatchObject({ code: null, width: 400, height: 600 });
  });
});

test('many photos can be downscaled at the same time', async () => {
  await runOnPage(async (page) => {
    const photo = (await phonePhoto(page, 1600, 1200)).toString('base64');
    const sizes = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const photos = Array.from({ length: 12 }, () => new Blob([bytes]));
      const result = await Promise.all(photos.map((photo) => window.fixture.shrinkPhoto(photo)));
      return result.map(({ width, height }) => `${width}x${height}`);
    }, photo);
    expect(sizes).toEqual(Array.from({ length: 12 }, () => '600x800'));
  });
});

/**
 * Uploads a number of bytes in the page.
 * @returns the result and the reported progress
 */
function upload(page: Page, url: string, { bytes = 1_000_000, abortAfterMs = 0 } = {}) {
  return page.evaluate(
    async (options) => {
      const shares: number[] = [];
      const send = window.fixture.fetchWithProgress((share) => shares.push(share));
      if (!send) throw new Error('This browser has no XMLHttpRequest.');
      const abort = new AbortController();
      if (options.abortAfterMs > 0)
        setTimeout(() => abort.abort(new Error('The upload was aborted.')), options.abortAfterMs);
      const body = new FormData();
      body.set('image', new Blob([new Uint8Array(options.bytes)]), 'photo');
      const headers = { accept: 'application/json', 'x-platform': 'web' };
      const init = { method: 'POST', headers, body, signal: abort.signal };
      try {
        const response = await send(options.url, init);
        const text = await response.text();
        return {
          shares,
          status: response.status,
          type: response.headers.get('content-type'),
          text,
        };
      } catch (error) {
        return { shares, failure: String(error) };
      }
    },
    { url, bytes, abortAfterMs },
  );
}

test('an upload reports progress, responds like fetch, and can be aborted', async () => {
  const { errors } = await runInFixtureBrowser(`${site.cameraUrl}?empty`, [], async (page) => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const slowNetwork = {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 1_000_000,
    };
    await network.send('Network.emulateNetworkConditions', slowNetwork);
    // An endpoint that doesn't exist returns a response like any other.
    const uploaded = await upload(page, '/nowhere');
    expect(uploaded.status).toBe(404);
    expect(uploaded.shares.length).toBeGreaterThan(2);
    expect(uploaded.shares).toEqual(uploaded.shares.toSorted((a, b) => a - b));
    expect(uploaded.shares.at(-1)).toBe(1);

    const abortedUpload = await upload(page, '/nowhere', { abortAfterMs: 200 });
    expect(abortedUpload.failure).toBe('Error: The upload was aborted.');
    expect(abortedUpload.shares.at(-1) ?? 0).toBeLessThan(1);

    await network.send('Network.emulateNetworkConditions', { ...slowNetwork, offline: true });
    const failedUpload = await upload(page, '/nowhere');
    expect(failedUpload.failure).toMatch(/^TypeError/);
  });
  expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([]);
});

test('a QR code is read from a picture in the gallery', async () => {
  const text = 'https://q.skylight.example/GGL_MK06_2070_24A17K3M_0042';
  const picture = await qrcode.toBuffer(text, { scale: 8 });
  await runOnPage(async (page) => {
    const read = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const reading = await window.fixture.readPicture(new Blob([bytes]));
      const emptyReading = await window.fixture.readPicture(new Blob(['not a picture']));
      return { texts: reading?.hits.map((hit) => hit.text), nothing: emptyReading };
    }, picture.toString('base64'));
    expect(read).toEqual({ texts: [text], nothing: null });
  });
});
