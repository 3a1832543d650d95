/** Products reviewed by keyboard in the console, alone and by two reviewers while the server is killed. */
import { type Browser, chromium, type Page } from '@playwright/test';
import {
  administrator,
  openDesk,
  reviewer,
  signInWithNewPasskey,
} from '#test/e2e-fixtures/console.ts';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium } from '#test/setup/chromium.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';
import {
  drawPhotos,
  openReviewSite,
  type Outcome,
  readOutcome,
  type ReviewSite,
  submitProducts,
} from './review-site.ts';
import { watchPhotos } from './watch-photos.ts';

const PRODUCTS = 100;
const PHOTO_BYTES = 300_000;
const LATENCY_MS = 40;
const GOAL_SECONDS = 100;
const GOAL_PHOTO_MS = 100;
const SHARED_PRODUCTS = 60;
/** The server is killed when this many products are left. */
const REMAINING_AT_KILL = 40;
/** After this time, a product that is still shown is decided again. */
const RETRY_AFTER_MS = 5_000;
/** Every fifth product is rejected. */
const REJECT_EVERY = 5;

const conditions = `${PRODUCTS} products with photos of ${PHOTO_BYTES / 1000} kB, ${LATENCY_MS} ms latency`;

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('review');
  const site = await openReviewSite();
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: chromiumArguments,
  });
  try {
    const first = await openReviewer(browser, site, administrator);
    const owner = await site.club.as('polishOwner');
    const photos = await drawPhotos(first.page, PRODUCTS + SHARED_PRODUCTS, PHOTO_BYTES);
    const projects = await submitProducts(owner, photos.slice(0, PRODUCTS), 0);
    log(`${PRODUCTS} products are in review`);
    await startReview(first.page);
    const { seconds, delays } = await reviewAll(first.page);
    log(`reviewed in ${seconds.toFixed(1)} s`);
    const outcome = await readOutcome(site.databaseUrl, projects);

    const shared = await submitProducts(owner, photos.slice(PRODUCTS), PRODUCTS);
    log(`${SHARED_PRODUCTS} more products are in review`);
    const second = await openReviewer(browser, site, reviewer);
    const pages = [first.page, second.page];
    await reviewTogether(site, pages);
    const together = await readOutcome(site.databaseUrl, shared);
    log('reviewed by two, with the server killed');
    await first.close();
    await second.close();
    return [...speedRows(seconds, delays), ...outcomeRows(outcome, together)];
  } finally {
    await browser.close();
    await site.close();
  }
}

async function openReviewer(browser: Browser, site: ReviewSite, email: string) {
  const desk = await openDesk(browser, site, []);
  await desk.page.addInitScript(watchPhotos);
  await signInWithNewPasskey(site, desk.page, email);
  const session = await desk.page.context().newCDPSession(desk.page);
  const throughput = { downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: LATENCY_MS },
    ...throughput,
  });
  return desk;
}

const photoOf = (page: Page) => page.locator('section img[draggable=false][aria-hidden=false]');
const nothingLeft = (page: Page) => page.getByText('Nothing to review');

async function startReview(page: Page): Promise<void> {
  await page.goto('/review');
  await photoOf(page).waitFor();
}

/** Decides one product by keyboard. */
async function decide({ keyboard }: Page, number: number): Promise<void> {
  if (number % REJECT_EVERY > 0) return keyboard.press('a');
  await keyboard.press('x');
  await keyboard.press('1');
}

/** Decides each product as soon as its photo is visible. */
async function reviewAll(page: Page) {
  const startedAt = performance.now();
  for (let number = 1; number <= PRODUCTS; number += 1) {
    await decide(page, number);
    if (number < PRODUCTS)
      await page.waitForFunction((count) => (window.photoDelays?.length ?? 0) >= count, number);
  }
  await page.getByText('Nothing to review').waitFor();
  const seconds = (performance.now() - startedAt) / 1000;
  const delays = await page.evaluate(() => window.photoDelays ?? []);
  return { seconds, delays };
}

/** Two reviewers decide everything, while the server's process is killed and started again. */
async function reviewTogether(site: ReviewSite, pages: readonly Page[]): Promise<void> {
  const { server } = site.club;
  let remainingCount = SHARED_PRODUCTS;
  let pendingRestart: Promise<void> | undefined;
  const restart = async () => {
    await server.kill?.();
    await server.start();
  };
  const review = async (page: Page) => {
    await startReview(page);
    for (;;) {
      const photo = photoOf(page);
      const lookAgainButton = page.getByRole('button', { name: 'Look again' });
      await photo.or(lookAgainButton).waitFor();
      if (await photo.isVisible()) {
        const src = await photo.getAttribute('src');
        await decide(page, remainingCount);
        remainingCount -= 1;
        if (remainingCount === REMAINING_AT_KILL) pendingRestart = restart();
        const decidedPhoto = page.locator(`section img[aria-hidden=false][src="${src}"]`);
        // After a failed decision, the product is shown again.
        await decidedPhoto
          .waitFor({ state: 'detached', timeout: RETRY_AFTER_MS })
          .catch(() => page.keyboard.press('Escape'));
      } else if (pendingRestart && (await nothingLeft(page).isVisible())) {
        return;
      } else {
        await pendingRestart;
        await lookAgainButton.click();
      }
    }
  };
  await Promise.all(pages.map(review));
  await pendingRestart;
}

function speedRows(seconds: number, delays: readonly number[]): BenchRow[] {
  const median = percentile(delays, 0.5);
  return [
    {
      figure: `${conditions}: reviewed by keyboard`,
      goal: `≤ ${GOAL_SECONDS} s`,
      result: `${seconds.toFixed(1)} s`,
      met: seconds <= GOAL_SECONDS,
      note: 'each decided as soon as its photo was visible; every fifth rejected',
    },
    {
      figure: `${conditions}: from the key to the next photo, median`,
      goal: `≤ ${GOAL_PHOTO_MS} ms`,
      result: formatMs(median),
      met: median <= GOAL_PHOTO_MS,
      note: `p95 ${formatMs(percentile(delays, 0.95))}, slowest ${formatMs(Math.max(...delays))}`,
    },
  ];
}

function outcomeRows(alone: Outcome, together: Outcome): BenchRow[] {
  const cases = [
    { name: `${PRODUCTS} products, one reviewer`, outcome: alone },
    {
      name: `${SHARED_PRODUCTS} products, two reviewers, the server killed meanwhile`,
      outcome: together,
    },
  ];
  return cases.map(({ name, outcome: { decided, lost, duplicated, points } }) => ({
    figure: `${name}: decisions lost and duplicated`,
    goal: '0 and 0',
    result: `${lost} and ${duplicated}`,
    met: lost === 0 && duplicated === 0 && points[0] === points[1],
    note: `${decided} decided once; ${points[0]} points earned, ${points[1]} in the ledger`,
  }));
}
