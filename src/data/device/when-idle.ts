import { firstScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/** Interval of idle checks, in ms. */
const LOOK_MS = 40;
/** A timer later than this was delayed by other work, in ms. */
const LATE_MS = 10;
/** Consecutive undelayed checks that count as idle. */
const LOOKS = 3;
/** Limit for pages that are never idle or are hidden, in ms. */
const PATIENCE_MS = 2_000;
/** Limit for the first screen, which may have failed, in ms. */
const SCREEN_PATIENCE_MS = 5_000;

let idle: Promise<void> | null = null;

/**
 * Resolves once start-up is over: the first screen is visible and the page is briefly idle. Work that
 * nobody waits for (sync, updates, refreshes) starts then. Takes at most 7 s after the first call; resolves
 * at once later.
 */
export function whenIdle(): Promise<void> {
  idle ??= watch();
  return idle;
}

// Measured by timer delay: Safari has no idle callbacks, and elsewhere they fire in every short pause.
async function watch(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, SCREEN_PATIENCE_MS));
  await Promise.race([firstScreenVisible, patience]);
  const startedAt = performance.now();
  let idleLooks = 0;
  while (idleLooks < LOOKS && performance.now() - startedAt < PATIENCE_MS) {
    const lookedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    idleLooks = performance.now() - lookedAt < LOOK_MS + LATE_MS ? idleLooks + 1 : 0;
  }
}
