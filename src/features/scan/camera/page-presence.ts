/** When the page is there to be seen. A camera must not run, nor its light shine, when it is not. */

export interface PresenceListener {
  readonly onVisible: (visible: boolean) => void;
  /** The window has the focus again; `allowed` when the camera's permission has just been given. */
  readonly onReturned: (allowed: boolean) => void;
}

/**
 * Tells the visibility at once and at every change.
 * @returns stops listening
 */
export function watchPresence({ onVisible, onReturned }: PresenceListener): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const tell = () => onVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', tell, { signal });
  // Safari hides and shows a page of its back-forward cache without telling its visibility.
  window.addEventListener('pagehide', () => onVisible(false), { signal });
  window.addEventListener('pageshow', tell, { signal });
  window.addEventListener(
    'focus',
    () => {
      tell();
      onReturned(false);
    },
    { signal },
  );
  void watchPermission(() => onReturned(true), signal);
  tell();
  return () => stopped.abort();
}

async function watchPermission(onGranted: () => void, signal: AbortSignal): Promise<void> {
  // Browsers without the interface, or that do not know this name, only lack the convenience.
  const status = await Promise.resolve()
    .then(() => navigator.permissions.query({ name: 'camera' }))
    .catch(() => null);
  status?.addEventListener('change', () => status.state === 'granted' && onGranted(), { signal });
}
