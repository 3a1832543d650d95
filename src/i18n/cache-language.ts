import { type CatalogueLanguage, sourceLanguage } from '#schemas/languages.ts';

/** Timeout in ms, because a terminated worker never responds. */
const TIMEOUT_MS = 20_000;

/**
 * Asks the service worker to cache a language's texts, including those of later builds.
 * @returns false if they are neither cached nor reachable; true if there is no worker, because the network
 * provides them
 */
export async function cacheLanguage(
  language: CatalogueLanguage,
  workers: Pick<ServiceWorkerContainer, 'controller'> | undefined = navigator.serviceWorker,
): Promise<boolean> {
  const worker = workers?.controller;
  if (!worker || language === sourceLanguage) return true;
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const response = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    timer = setTimeout(resolve, TIMEOUT_MS, false);
  });
  port1.start();
  worker.postMessage({ type: 'KEEP_LANGUAGE', language }, [port2]);
  const isCached = await response;
  clearTimeout(timer);
  port1.close();
  return isCached;
}
