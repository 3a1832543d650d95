/** Keeps the screen lit while it is wanted. The browser lets go of it whenever the page is hidden. */
import { useEffect } from 'react';

interface LockPorts {
  /** Null where the browser knows no wake lock. */
  readonly request: (() => Promise<{ release(): Promise<void> }>) | null;
  readonly isVisible: () => boolean;
  /** Tells of each change of visibility. */
  readonly watch: (listener: () => void) => () => void;
}

/** @returns lets the screen go dark again */
export function keepScreenOn({ request, isVisible, watch }: LockPorts): () => void {
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

/** The screen does not go dark while the component is shown and `isOn`. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    return keepScreenOn({
      request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : null,
      isVisible: () => document.visibilityState === 'visible',
      watch: (listener) => {
        document.addEventListener('visibilitychange', listener);
        return () => document.removeEventListener('visibilitychange', listener);
      },
    });
  }, [isOn]);
}
