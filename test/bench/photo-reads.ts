import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runInFixtureBrowser } from '#test/e2e-fixtures/fixture-browser.ts';
import type { FixtureSite } from '#test/e2e-fixtures/fixture-site.ts';

interface PhotoRead {
  readonly exact: boolean;
  /** Decoded something other than the expected text. */
  readonly wrong: boolean;
  readonly fastMs: readonly number[];
  readonly thoroughMs: readonly number[];
  /** From sending a frame to the worker's response. */
  readonly roundTripMs: readonly number[];
}

/** Reads every photo like three frames of the camera loop. */
export async function readPhotos(site: FixtureSite, folder: string): Promise<PhotoRead[]> {
  const files = await readdir(folder, { recursive: true });
  const photos = files.filter((file) => file.endsWith('.png')).toSorted();
  const { result } = await runInFixtureBrowser(`${site.cameraUrl}?empty`, [], async (page) => {
    await page.route('**/photos/**', (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname);
      return route.fulfill({ path: join(folder, relative('/photos', path)) });
    });
    const reads: PhotoRead[] = [];
    for (const photo of photos) {
      const text = await readFile(join(folder, photo.replace(/\.png$/, '.txt')), 'utf8');
      reads.push(await page.evaluate(readOne, { url: `/photos/${photo}`, text }));
    }
    return reads;
  });
  return result;
}

/** Runs in the page, so it can use nothing from this file but the fixture. */
async function readOne({ url, text }: { url: string; text: string }): Promise<PhotoRead> {
  const blob = await (await fetch(url)).blob();
  const full = await createImageBitmap(blob);
  const crop = { x: 0, y: 0, width: full.width, height: full.height };
  const read = { exact: false, wrong: false };
  const fastMs: number[] = [];
  const thoroughMs: number[] = [];
  const roundTripMs: number[] = [];
  for (const pass of ['fast', 'fast', 'thorough'] as const) {
    const bitmap = await createImageBitmap(full);
    const startedAt = performance.now();
    const { hits, msToDecode } = await window.fixture.readFrame(bitmap, crop, pass);
    if (pass === 'fast') roundTripMs.push(performance.now() - startedAt);
    (pass === 'fast' ? fastMs : thoroughMs).push(msToDecode);
    if (hits.some((hit) => hit.text === text)) read.exact = true;
    else if (hits.length > 0) read.wrong = true;
  }
  full.close();
  return {
    ...read,
    wrong: read.wrong && !read.exact,
    fastMs,
    thoroughMs,
    roundTripMs,
  };
}
