import type { Page } from '@playwright/test';

/** Waits until all finite animations and transitions have ended. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // New animations start with the next frame, when resize observers run too.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const isFiniteAnimation = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime !== Infinity;
    const running = document.getAnimations().filter(isFiniteAnimation);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}
