/**
 * Listens for the service worker's message that a notification was clicked while the app was open.
 * @param open navigates to a path of the app
 * @returns a function that stops listening
 */
export function listenForNotificationClicks(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const workers = navigator.serviceWorker;
  const listen = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
    if (data?.type === 'OPEN' && typeof data.path === 'string') open(data.path);
  };
  workers.addEventListener('message', listen);
  return () => workers.removeEventListener('message', listen);
}
