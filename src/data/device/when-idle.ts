import { firstScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/** Interval of idle checks, in ms. */
const CHECK_MS = 40;
/** A timer this late (ms) was delayed by other work. */
const LATE_MS = 10;
/** Number of consecutive undelayed checks that count as idle. */
const IDLE_CHECKS = 3;
/** Maximum wait for the page to be idle, in ms. A busy or hidden page may never be idle. */
const MAX_IDLE_WAIT_MS = 2_000;
/** Maximum wait for the first screen, in ms. If the screen has failed, it never becomes visible. */
const MAX_SCREEN_WAIT_MS = 5_000;

let idlePromise: Promise<void> | null = null;

/**
 * Resolves once start-up is over: the first screen is visible and the page is briefly idle. Background work (sync,
 * updates, refreshes) starts then. The first call starts the wait, which takes at most 7 s. Later calls share this
 * wait, and resolve immediately once it's over.
 */
export function whenIdle(): Promise<void> {
  idlePromise ??= waitUntilIdle();
  return idlePromise;
}

// Idleness is measured by the delay of timers, because Safari has no idle callbacks, and other browsers call them in
// every short pause.
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
