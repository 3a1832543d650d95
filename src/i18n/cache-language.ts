import { type CatalogueLanguage, sourceLanguage } from '#schemas/languages.ts';

/** A worker that was ended in the midst of it answers nothing; after so many ms the language counts as missing. */
const PATIENCE = 20_000;

/**
 * Has the service worker keep a language's texts on the device, where the next build brings them, too.
 * @returns false where they are not here and could not be fetched; without a worker the network brings them
 */
export async function cacheLanguage(
  language: CatalogueLanguage,
  workers: Pick<ServiceWorkerContainer, 'controller'> | undefined = navigator.serviceWorker,
): Promise<boolean> {
  const worker = workers?.controller;
  if (!worker || language === sourceLanguage) return true;
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    timer = setTimeout(resolve, PATIENCE, false);
  });
  port1.start();
  worker.postMessage({ type: 'KEEP_LANGUAGE', language }, [port2]);
  const isKept = await answered;
  clearTimeout(timer);
  port1.close();
  return isKept;
}
