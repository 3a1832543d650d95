import type { CDPSession, Page } from '@playwright/test';
import { percentile } from './percentile.ts';

/** How many times slower the page's main thread is made: a cheap phone beside this machine. */
export const SLOWDOWN = 4;

/** Slows the page's main thread down (its workers stay as they are). */
export async function slowDown(page: Page, rate: number = SLOWDOWN): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** How many times slower the page really is than with full speed, which it has afterwards. */
export async function measureSlowdown(page: Page, session: CDPSession): Promise<number> {
  const slow = await page.evaluate(spin);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const ratio = slow / (await page.evaluate(spin));
  await session.detach();
  return ratio;
}

/** Throws when pages were hardly slowed down: their figures mean nothing then. */
export function requireSlowdown(ratios: readonly number[]): void {
  const median = percentile(ratios, 0.5);
  if (median < SLOWDOWN / 2) throw new Error(`The pages were only ${median.toFixed(1)} × slower.`);
}

/** In the page: the same work each time, in ms; the best of some tries, for others work here, too. */
function spin(): number {
  const once = () => {
    const begun = performance.now();
    let sum = 0;
    for (let index = 0; index < 4_000_000; index += 1) sum = (sum + index * 7) % 1009;
    return sum < 0 ? Number.NaN : performance.now() - begun;
  };
  return Math.min(...Array.from({ length: 15 }, once));
}
