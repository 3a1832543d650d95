import { useEffect } from 'react';
import { keepScreenLit } from './wake-lock.ts';

/** The screen does not go dark while the component is shown and `isOn`. */
export function useLitScreen(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    return keepScreenLit({
      request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : null,
      isVisible: () => document.visibilityState === 'visible',
      watch: (listener) => {
        document.addEventListener('visibilitychange', listener);
        return () => document.removeEventListener('visibilitychange', listener);
      },
    });
  }, [isOn]);
}
