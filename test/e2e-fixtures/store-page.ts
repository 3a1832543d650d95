/**
 * The account's local database without a screen, on the app's origin, to fill a device or measure
 * the store alone.
 */
import { filter, firstValueFrom } from 'rxjs';
import type { CapturedScan } from '#sync/entities/scans/scan-events.ts';
import { browserServices } from '#src/data/browser-services.ts';
import { openLocalAccount } from './open-local-account.ts';

declare global {
  interface Window {
    store?: {
      /**
       * Captures scans one by one.
       * @returns their ids and durations in ms
       */
      capture(scans: readonly CapturedScan[]): Promise<{ ids: string[]; durations: number[] }>;
      /**
       * Saves each scan separately.
       * @returns the durations in ms
       */
      saveEach(ids: readonly string[], projectId: string): Promise<number[]>;
      saveAll(ids: readonly string[], projectId: string): Promise<void>;
      /** Resolves once the device has the given counts. */
      waitForCounts(counts: Partial<Record<'scans' | 'projects' | 'leads', number>>): Promise<void>;
      /**
       * Saves products to a project, each with an incompressible photo of about the given size in
       * bytes.
       */
      photograph(
        product: Pick<CapturedScan, 'type' | 'size' | 'variant'>,
        projectId: string,
        photos: { count: number; bytes: number },
      ): Promise<void>;
      /** Resolves once the server has acknowledged everything. */
      waitUntilSent(): Promise<void>;
      /** True if this tab is the sync leader. */
      isLeader(): boolean;
      close(): Promise<void>;
    };
  }
}

const services = await browserServices(async () => []);
const account = await openLocalAccount(services);
const { scanCommands, collections } = account;
// The service worker doesn't precache this page's code, so the commands must be loaded while online.
await import('#sync/entities/scans/commands.ts');

/** Returns the duration of the work in ms. */
async function measureMs(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Incompressible image. */
async function createNoiseImage(bytes: number): Promise<ArrayBuffer> {
  const side = Math.ceil(Math.sqrt(bytes / COLOURS));
  const canvas = new OffscreenCanvas(side, side);
  const picture = new ImageData(side, side);
  for (let offset = 0; offset < picture.data.length; offset += MAX_RANDOM_BYTES) {
    crypto.getRandomValues(picture.data.subarray(offset, offset + MAX_RANDOM_BYTES));
  }
  for (let offset = COLOURS; offset < picture.data.length; offset += COLOURS + 1)
    picture.data[offset] = 255;
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  return (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer();
}
/** Colour bytes per pixel, which the image file stores; the fourth byte is the constant alpha value. */
const COLOURS = 3;
/** Maximum number of bytes that `crypto.getRandomValues` fills in one call. */
const MAX_RANDOM_BYTES = 65_536;

window.store = {
  async capture(scans) {
    const ids: string[] = [];
    const durations: number[] = [];
    for (const scan of scans) {
      durations.push(await measureMs(async () => ids.push(await scanCommands.captureScan(scan))));
    }
    return { ids, durations };
  },
  async saveEach(ids, projectId) {
    const durations: number[] = [];
    for (const id of ids)
      durations.push(await measureMs(() => scanCommands.saveScanToProject([id], projectId)));
    return durations;
  },
  saveAll: (ids, projectId) => scanCommands.saveScanToProject(ids, projectId),
  async waitForCounts({ scans = 0, projects = 0, leads = 0 }) {
    await Promise.all(
      [
        { counts$: collections.scans.count().$, minimum: scans },
        { counts$: collections.projects.count().$, minimum: projects },
        { counts$: collections.leads.count().$, minimum: leads },
      ].map(({ counts$, minimum }) =>
        firstValueFrom(counts$.pipe(filter((count) => count >= minimum))),
      ),
    );
  },
  async photograph(product, projectId, { count, bytes }) {
    for (let index = 0; index < count; index += 1) {
      const imageIdxDB = await account.photos.save(await createNoiseImage(bytes), 'image/png');
      const generic = { ...product, serial_number: null, is_unique: false, manual: false };
      const id = await scanCommands.captureScan({ ...generic, imageIdxDB });
      await scanCommands.saveScanToProject([id], projectId);
    }
  },
  async waitUntilSent() {
    await firstValueFrom(account.outbox.counts$.pipe(filter(({ total }) => total === 0)));
  },
  isLeader: () => account.status().isLeader,
  close: () => services.accounts.close(),
};
