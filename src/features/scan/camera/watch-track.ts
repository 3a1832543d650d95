import { STALLED_AFTER_MS } from './scan-constants.ts';

/** Tells when a track ends, or is muted (another app, a call) for longer than a moment. */
export function watchTrack(
  track: MediaStreamTrack,
  onBrokeOff: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unmuted = () => clearTimeout(timer);
  const muted = () => {
    clearTimeout(timer);
    timer = setTimeout(onBrokeOff, STALLED_AFTER_MS);
  };
  track.addEventListener('ended', onBrokeOff, { signal });
  track.addEventListener('mute', muted, { signal });
  track.addEventListener('unmute', unmuted, { signal });
  signal.addEventListener('abort', unmuted, { once: true });
  if (track.muted) muted();
}
