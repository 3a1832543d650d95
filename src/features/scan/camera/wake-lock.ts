/** Keeps the screen lit while it is wanted. The browser lets go of it whenever the page is hidden. */

interface LockPorts {
  /** Null where the browser knows no wake lock. */
  readonly request: (() => Promise<{ release(): Promise<void> }>) | null;
  readonly isVisible: () => boolean;
  /** Tells of each change of visibility. */
  readonly watch: (listener: () => void) => () => void;
}

/** @returns lets the screen go dark again */
export function keepScreenLit({ request, isVisible, watch }: LockPorts): () => void {
  if (request === null) return () => undefined;
  let isWanted = true;
  let held: { release(): Promise<void> } | null = null;

  const acquire = async () => {
    const lock = await request();
    if (!isWanted) return lock.release();
    // Twice visible in a row: the newer one stays.
    const before = held;
    held = lock;
    await before?.release();
  };
  const tend = () => {
    // Refused when the battery is low: then the screen goes dark as it always does.
    if (isVisible()) acquire().catch(() => undefined);
  };
  const stop = watch(tend);
  tend();
  return () => {
    isWanted = false;
    stop();
    held?.release().catch(() => undefined);
  };
}
