import type { Page } from '@playwright/test';

/** Waits until what moves on the page, or changes over to other colours, is at its end. What goes on for ever is not waited for. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What was just put on begins with the next frame, and observers of sizes hear of it then.
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
