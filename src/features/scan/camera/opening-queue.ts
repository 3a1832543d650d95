import type { OpenCamera } from './camera.ts';
import type { CameraDevice } from './camera-devices.ts';

/** `lens` is the one that was chosen; null leaves the choice to the browser. */
export type CameraOpener = (signal: AbortSignal, lens: CameraDevice | null) => Promise<OpenCamera>;

/**
 * Lets openings wait for each other: a screen that is left and entered again, while the permission
 * is still being asked for, would otherwise hold two streams. Whoever gives an opening up closes
 * what comes of it at once, before the next one begins.
 */
export function oneAtATime(open: CameraOpener): CameraOpener {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, lens) => {
    const opening = last.then(() => open(signal, lens));
    last = opening.catch(() => undefined);
    return opening;
  };
}
