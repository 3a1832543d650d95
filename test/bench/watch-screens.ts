declare global {
  interface Window {
    /** When home's points and projects became visible, in ms after navigation. */
    homeShownAt?: number;
    /** When the snapshot was replaced by live data. */
    homeLiveAt?: number;
    /** Time from each press of the projects link to its rows, in ms. */
    listWaits?: number[];
    /** Serial numbers shown as the last captured product, with their times. */
    addedAt?: { code: string; at: number }[];
  }
}

/**
 * For `page.addInitScript`: records when things are painted. Runs in the page, so it must be
 * self-contained.
 */
export function watchScreens(): void {
  const waits: number[] = [];
  const addedCodes: { code: string; at: number }[] = [];
  window.listWaits = waits;
  window.addedAt = addedCodes;
  let pressedAt: number | null = null;
  addEventListener('click', () => (pressedAt = performance.now()), true);

  const rows = (label: string) =>
    document.querySelectorAll(`main ul[aria-label="${label}"] > li`).length;
  const points = () => document.querySelector('main section[aria-label="Points"]');
  const hasHome = () => points() !== null && rows('Open projects') > 0;
  // While a screen is still loading, it is laid out but hidden.
  const isVisible = () => points()?.checkVisibility({ visibilityProperty: true }) ?? false;

  const showsSnapshot = () => document.querySelector('main .home-parts[aria-busy=true]') !== null;

  function check(): void {
    if (window.homeLiveAt === undefined && hasHome() && isVisible()) {
      window.homeShownAt ??= performance.now();
      if (!showsSnapshot()) window.homeLiveAt = performance.now();
    }
    if (pressedAt !== null && rows('Projects') > 0) {
      waits.push(performance.now() - pressedAt);
      pressedAt = null;
    }
    // This frame's content is visible in the next frame.
    requestAnimationFrame(check);
  }
  requestAnimationFrame(check);

  new MutationObserver(() => {
    const tray = document.querySelector('section[aria-label="Scanned products"]');
    const code = /· (\w{8}-\d{4})/.exec(tray?.textContent ?? '')?.[1];
    if (code !== undefined && addedCodes.at(-1)?.code !== code) {
      addedCodes.push({ code, at: performance.now() });
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
