import type { OpenCamera } from './camera.ts';
import type { CameraDevice } from './camera-devices.ts';

/** `lens` is the preferred camera; null leaves the choice to the browser. */
export type CameraOpener = (signal: AbortSignal, lens: CameraDevice | null) => Promise<OpenCamera>;

/**
 * Serializes openings. Leaving and re-entering the screen during the permission prompt would
 * otherwise hold two streams. An abandoned opening closes its stream before the next one starts.
 */
export function oneAtATime(open: CameraOpener): CameraOpener {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, lens) => {
    const opening = last.then(() => open(signal, lens));
    last = opening.catch(() => undefined);
    return opening;
  };
}
