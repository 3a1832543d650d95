/** What some apps add to the user agent of the browser inside them, and Android to that of any such browser. */
const APPS = /FBA[NV]|Instagram|LinkedIn|WhatsApp|Viber|\bLine\/|GSA\/|; wv\)/;
/** On iOS every real browser calls itself Safari, and what other apps show pages with does not. */
const APPLE = /(?:iPhone|iPad|iPod|Macintosh).*AppleWebKit/;

/**
 * Whether a page is shown inside another app, such as a messenger. What is stored there is the app's, and the camera,
 * a start without a network and installing are often missing.
 * @param isInstalled whether the app runs from the home screen, where iOS does not name Safari either
 */
export function isInAppBrowser(userAgent: string, isInstalled: boolean): boolean {
  if (isInstalled) return false;
  return APPS.test(userAgent) || (APPLE.test(userAgent) && !userAgent.includes('Safari/'));
}
