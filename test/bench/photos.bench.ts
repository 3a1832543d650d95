/** A day's photos are uploaded over an unstable network. */
import { calls } from '#schemas/api/calls.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { buildStoreSite, type StoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import { makeProjects, simpleSerials } from './device-load.ts';
import { startProgress } from './progress.ts';
import { watchMemory } from './renderer-memory.ts';

const PHOTOS = 200;
const PHOTO_BYTES = 300_000;
const DELAY_MS = 50;
/** The connection flaps every two seconds, as in fault F14. */
const UP_MS = 2_000;
const DOWN_MS = 2_000;
/** Share of time with a network. */
const UP_SHARE = UP_MS / (UP_MS + DOWN_MS);
const RATIO_GOAL = 2;
const LIMIT_MS = 900_000;

interface SendResult {
  readonly seconds: number;
  /** Peak memory beyond the page's initial memory. */
  readonly megabytes: number;
}

export async function run(): Promise<BenchRow[]> {
  const site = await buildStoreSite();
  try {
    const steadyResult = await send(site, 'steady');
    const flappingResult = await send(site, 'flapping');
    const ideal = steadyResult.seconds / UP_SHARE;
    const ratio = flappingResult.seconds / ideal;
    const title = `${PHOTOS} photos (${(PHOTOS * PHOTO_BYTES) / 1e6} MB), network alternately up ${UP_MS / 1000} s and down ${DOWN_MS / 1000} s`;
    return [
      {
        figure: `${title}: time relative to the ideal`,
        goal: `≤ ${RATIO_GOAL} ×`,
        result: `${ratio.toFixed(2)} ×`,
        met: ratio <= RATIO_GOAL,
        note: `${flappingResult.seconds.toFixed(1)} s; without flapping ${steadyResult.seconds.toFixed(1)} s, so at best ${ideal.toFixed(1)} s`,
      },
      {
        figure: `${title}: peak memory of the page above its initial memory`,
        goal: '–',
        result: `${flappingResult.megabytes.toFixed(0)} MB`,
        met: null,
        note: `without flapping ${steadyResult.megabytes.toFixed(0)} MB; includes memory that the browser hasn’t freed yet`,
      },
    ];
  } finally {
    site.dispose();
  }
}

/** Fills an offline phone, connects it and waits until everything is sent. */
async function send(site: StoreSite, network: 'steady' | 'flapping'): Promise<SendResult> {
  const log = startProgress(`photos, ${network}`);
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    const owner = await club.as('polishOwner');
    const [project = ''] = await makeProjects(owner, 1);
    const [product] = simpleSerials(1);
    if (!product) throw new Error('The registry is empty.');
    await signIn(club, phone.page, 'polishOwner');
    await site.open(club.url, phone.page);
    await phone.page.evaluate(() => window.store?.waitForCounts({ projects: 1 }));
    club.proxy.isDown = true;
    await phone.context.setOffline(true);
    const { type, size, variant } = product;
    await phone.page.evaluate(
      ([productType, projectId, photos]) =>
        window.store?.photograph(productType, projectId, photos),
      [{ type, size, variant }, project, { count: PHOTOS, bytes: PHOTO_BYTES }] as const,
    );
    // Restart the page, since the 60 MB of generated images would distort the memory measurement.
    await phone.context.setOffline(false);
    club.proxy.decide = ({ path }) => (path.startsWith('/api/') ? { kind: 'cut' } : undefined);
    club.proxy.isDown = false;
    await site.open(club.url, phone.page);
    await phone.context.setOffline(true);
    club.proxy.decide = () => undefined;
    log('the phone is full of unsent photos');

    const memory = await watchMemory(phone.context);
    club.proxy.latencyMs = DELAY_MS;
    const startedAt = performance.now();
    await phone.context.setOffline(false);
    const stop = network === 'flapping' ? club.proxy.flap(UP_MS, DOWN_MS) : () => undefined;
    await withTimeout(phone.page.evaluate(() => window.store?.waitUntilSent()));
    const seconds = (performance.now() - startedAt) / 1000;
    stop();
    const megabytes = memory.stop() / 1e6;
    log(`sent in ${seconds.toFixed(1)} s`);
    const { products_count } = await owner.call(calls.getProject, { params: { id: project } });
    if (products_count !== PHOTOS) {
      throw new Error(`The server has ${products_count} of ${PHOTOS}.`);
    }
    return { seconds, megabytes };
  } finally {
    await phone.dispose();
    await club.close();
  }
}

/** @throws if the work takes longer than it could on any network */
function withTimeout<T>(promise: Promise<T>): Promise<T> {
  const timeoutPromise = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The photos were not sent in time.')), LIMIT_MS).unref();
  });
  return Promise.race([promise, timeoutPromise]);
}
