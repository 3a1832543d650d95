/** Keeps the screen on with a wake lock. Browsers release it when the page is hidden. */
import { useEffect } from 'react';

interface LockPorts {
  /** Null if wake locks aren't supported. */
  readonly request: (() => Promise<{ release(): Promise<void> }>) | null;
  readonly isVisible: () => boolean;
  /** Subscribes to visibility changes. */
  readonly watch: (listener: () => void) => () => void;
}

/** @returns a function that lets the screen turn off again */
export function keepScreenOn({ request, isVisible, watch }: LockPorts): () => void {
  if (request === null) return () => undefined;
  let isWanted = true;
  let currentLock: { release(): Promise<void> } | null = null;

  const acquire = async () => {
    const lock = await request();
    if (!isWanted) return lock.release();
    // The page may have become visible twice in a row. In that case, keep the newer lock.
    const previousLock = currentLock;
    currentLock = lock;
    await previousLock?.release();
  };
  const acquireIfVisible = () => {
    // Browsers reject the request on low battery. The screen then turns off as usual.
    if (isVisible()) acquire().catch(() => undefined);
  };
  const unwatch = watch(acquireIfVisible);
  acquireIfVisible();
  return () => {
    isWanted = false;
    unwatch();
    currentLock?.release().catch(() => undefined);
  };
}

/** Keeps the screen on while the component is mounted and `isOn` is true. */
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
