/**
 * Listens to the service worker: somebody has opened a notification while the app was there already.
 * @param open shows a path of the app
 * @returns stops it
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
