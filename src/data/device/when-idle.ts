import { firstScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/** How often it is looked whether anything else had to wait, in ms. */
const LOOK_MS = 40;
/** A timer that is later than this had to wait for something. */
const LATE_MS = 10;
/** So many times in a row nothing had. */
const LOOKS = 3;
/** A page that never comes to rest, or that is hidden, does not keep others waiting for longer. */
const PATIENCE_MS = 2_000;
/** Nor does a screen that does not come: one that failed, or that says what is wrong. */
const SCREEN_PATIENCE_MS = 5_000;

let idle: Promise<void> | null = null;

/**
 * Resolves once the app's start is over: the first screen stands, and the page has nothing to do for a
 * moment. What nobody is waiting for at that moment begins then: sync, updates, asking the server. At
 * most seven seconds after it was first asked for; at once when the start is over already.
 */
export function whenIdle(): Promise<void> {
  idle ??= watch();
  return idle;
}

// By late timers: Safari has no idle callbacks, and elsewhere they come in every short pause.
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
