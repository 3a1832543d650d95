/**
 * Page visibility, focus and camera permission. The camera and torch must be off while the page is
 * hidden.
 */

interface PresenceListener {
  readonly onVisible: (visible: boolean) => void;
  /** The window regained focus; `allowed` if the camera permission was just granted. */
  readonly onReturned: (allowed: boolean) => void;
}

/**
 * Reports visibility now and on every change.
 * @returns an unsubscribe function
 */
export function watchPresence({ onVisible, onReturned }: PresenceListener): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const reportVisibility = () => onVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', reportVisibility, { signal });
  // Safari doesn't fire visibilitychange for its back-forward cache.
  window.addEventListener('pagehide', () => onVisible(false), { signal });
  window.addEventListener('pageshow', reportVisibility, { signal });
  window.addEventListener(
    'focus',
    () => {
      reportVisibility();
      onReturned(false);
    },
    { signal },
  );
  void watchPermission(() => onReturned(true), signal);
  reportVisibility();
  return () => stopped.abort();
}

async function watchPermission(onGranted: () => void, signal: AbortSignal): Promise<void> {
  // Not supported everywhere; only a convenience.
  const status = await Promise.resolve()
    .then(() => navigator.permissions.query({ name: 'camera' }))
    .catch(() => null);
  status?.addEventListener('change', () => status.state === 'granted' && onGranted(), { signal });
}
