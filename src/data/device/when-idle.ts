import { firstScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/** Interval of idle checks, in ms. */
const CHECK_MS = 40;
/** A timer this late (ms) was delayed by other work. */
const LATE_MS = 10;
/** Number of consecutive undelayed checks that count as idle. */
const IDLE_CHECKS = 3;
/** Limit for pages that are never idle or are hidden, in ms. */
const MAX_IDLE_WAIT_MS = 2_000;
/** Limit for the first screen, which may have failed, in ms. */
const MAX_SCREEN_WAIT_MS = 5_000;

let idlePromise: Promise<void> | null = null;

/**
 * Resolves once start-up is over: the first screen is visible and the page is briefly idle. Background work
 * (sync, updates, refreshes) starts then. Takes at most 7 s from the first call; later calls resolve
 * immediately.
 */
export function whenIdle(): Promise<void> {
  idlePromise ??= waitUntilIdle();
  return idlePromise;
}

// Measured by timer delay, because Safari has no idle callbacks, and elsewhere they fire in every short pause.
async function waitUntilIdle(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_SCREEN_WAIT_MS));
  await Promise.race([firstScreenVisible, timeout]);
  const startedAt = performance.now();
  let idleChecks = 0;
  while (idleChecks < IDLE_CHECKS && performance.now() - startedAt < MAX_IDLE_WAIT_MS) {
    const checkedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    idleChecks = performance.now() - checkedAt < CHECK_MS + LATE_MS ? idleChecks + 1 : 0;
  }
}
