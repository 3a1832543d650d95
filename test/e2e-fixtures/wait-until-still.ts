import type { Page } from '@playwright/test';

/** Waits until all finite animations and transitions have ended. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // New animations start with the next frame, when resize observers run too.
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
