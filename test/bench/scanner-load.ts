import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { runInFixtureBrowser } from '#test/e2e-fixtures/fixture-browser.ts';
import type { FixtureSite } from '#test/e2e-fixtures/fixture-site.ts';
import { withFilm } from './film-detection.ts';

declare global {
  interface Window {
    framesGrabbed?: number;
  }
}

/** For `addInitScript`: counts frames taken from the video. */
function countFrames(): void {
  window.framesGrabbed = 0;
  const grab = window.createImageBitmap.bind(window) as (
    ...args: unknown[]
  ) => Promise<ImageBitmap>;
  window.createImageBitmap = ((...args: unknown[]) => {
    window.framesGrabbed = (window.framesGrabbed ?? 0) + 1;
    return grab(...args);
  }) as typeof window.createImageBitmap;
}

/** For `addInitScript`: stops the film's slate watcher, which would be measured too. */
function stopWatchingSlate(): void {
  HTMLVideoElement.prototype.requestVideoFrameCallback = () => 0;
}

const countGrabbedFrames = (page: Page) => page.evaluate(() => window.framesGrabbed ?? 0);

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((candidate) => candidate.name === name)?.value ?? Number.NaN;
}

async function startScanning(page: Page): Promise<CDPSession> {
  await page.addInitScript(countFrames);
  await page.addInitScript(stopWatchingSlate);
  await page.reload();
  await page.waitForFunction(() => window.fixture.readings.length > 0, null, { timeout: 60_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

interface FrameLoad {
  /** Milliseconds of script, and of all main-thread work, per frame. */
  readonly scriptMs: number;
  readonly taskMs: number;
  readonly framesPerSecond: number;
}

/** Main-thread cost of reading on a device four times slower. */
export function measureFrames(site: FixtureSite, seconds: number): Promise<FrameLoad> {
  return withFilm(site, async (page) => {
    const session = await startScanning(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const read = async () => ({
      scriptMs: await metric(session, 'ScriptDuration'),
      taskMs: await metric(session, 'TaskDuration'),
      frames: await countGrabbedFrames(page),
    });
    const before = await read();
    await page.waitForTimeout(seconds * 1000);
    const after = await read();
    const frames = after.frames - before.frames;
    return {
      scriptMs: (1000 * (after.scriptMs - before.scriptMs)) / frames,
      taskMs: (1000 * (after.taskMs - before.taskMs)) / frames,
      framesPerSecond: frames / seconds,
    };
  });
}

interface MemoryGrowth {
  readonly heapMegabytes: number;
  /** The page's whole process, including the decoder worker. */
  readonly processMegabytes: number;
  /** Growth in the second half; small if the first half was warm-up. */
  readonly laterProcessMegabytes: number;
  readonly labels: number;
}

/**
 * Memory growth of the page after scanning for the given time, measured after garbage collection.
 */
export function measureMemory(site: FixtureSite, minutes: number): Promise<MemoryGrowth> {
  return withFilm(site, async (page) => {
    const session = await startScanning(page);
    const read = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const heap = await metric(session, 'JSHeapUsedSize');
      return { heap, process: await rendererBytes(page) };
    };
    // The first round fills intentional caches: decoder, canvas, compiled code.
    await page.waitForTimeout(20_000);
    await page.evaluate(() => (window.fixture.readings.length = 0));
    const before = await read();
    await page.waitForTimeout((minutes / 2) * 60_000);
    const halfway = await read();
    await page.waitForTimeout((minutes / 2) * 60_000);
    const labels = await page.evaluate(() => window.fixture.readings.splice(0).length);
    const after = await read();
    const megabytes = (bytes: number) => bytes / 2 ** 20;
    return {
      heapMegabytes: megabytes(after.heap - before.heap),
      processMegabytes: megabytes(after.process - before.process),
      laterProcessMegabytes: megabytes(after.process - halfway.process),
      labels,
    };
  });
}

/** Resident memory of the renderer processes in bytes. */
async function rendererBytes(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const response = await session?.send('SystemInfo.getProcessInfo');
  await session?.detach();
  const renderers = (response?.processInfo ?? []).filter(({ type }) => type === 'renderer');
  return renderers
    .map(({ id }) => /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1])
    .reduce((sum, kilobytes) => sum + 1024 * Number(kilobytes ?? 0), 0);
}

interface PhotoCost {
  /** From sending a 12-megapixel photo to receiving its reduced copy, in ms. */
  readonly shrinkMs: readonly number[];
  /** Longest time the main thread was blocked, in ms. */
  readonly longestBlockMs: number;
  /** Round trip of a trivial worker call, in ms. */
  readonly roundTripMs: readonly number[];
}

export async function measurePhotos(site: FixtureSite, rounds: number): Promise<PhotoCost> {
  const { result } = await runInFixtureBrowser(`${site.cameraUrl}?empty`, [], (page) =>
    page.evaluate(measurePhotoCost, rounds),
  );
  return result;
}

/** Runs in the page. */
async function measurePhotoCost(rounds: number): Promise<PhotoCost> {
  const { fixture } = window;
  const photo = await noisyPhoto(4000, 3000);
  await fixture.shrinkPhoto(photo);
  let last = performance.now();
  let longestBlockMs = 0;
  const heartbeat = setInterval(() => {
    const now = performance.now();
    longestBlockMs = Math.max(longestBlockMs, now - last);
    last = now;
  }, 4);
  const shrinkMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await fixture.shrinkPhoto(photo);
    shrinkMs.push(performance.now() - startedAt);
  }
  clearInterval(heartbeat);
  const roundTripMs: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const startedAt = performance.now();
    // Warmed up, so only the round trip remains.
    await fixture.warmUp();
    roundTripMs.push(performance.now() - startedAt);
  }
  return { shrinkMs, longestBlockMs, roundTripMs };

  /** Creates a photo as expensive to decode as a real one: every block differs. */
  async function noisyPhoto(width: number, height: number): Promise<Blob> {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The canvas has no 2D context.');
    const picture = context.createImageData(width, height);
    for (let index = 0; index < picture.data.length; index += 4) {
      const shade = 128 + 60 * Math.sin(index / 9000) + ((index * 2_654_435_761) % 61);
      picture.data.set([shade, shade * 0.9, shade * 0.7, 255], index);
    }
    context.putImageData(picture, 0, 0);
    return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  }
}
