declare global {
  interface Window {
    /** When home's points and projects could be seen, in ms after the page was asked for. */
    homeShownAt?: number;
    /** When it was no longer only what home had shown last, but what the store says. */
    homeLiveAt?: number;
    /** From each press of a link to the projects' rows: how long it took in ms. */
    listWaits?: number[];
    /** The codes that were said to be added, and when. */
    addedAt?: { code: string; at: number }[];
  }
}

/**
 * For `page.addInitScript`: notes when something has been drawn. Runs in the page, so it uses nothing
 * from outside of itself.
 */
export function watchScreens(): void {
  const waits: number[] = [];
  const added: { code: string; at: number }[] = [];
  window.listWaits = waits;
  window.addedAt = added;
  let pressedAt: number | null = null;
  addEventListener('click', () => (pressedAt = performance.now()), true);

  const rows = (label: string) =>
    document.querySelectorAll(`main ul[aria-label="${label}"] > li`).length;
  const points = () => document.querySelector('main section[aria-label="Points"]');
  const hasHome = () => points() !== null && rows('Open projects') > 0;
  // A screen that still reads something has it all in its place, unseen.
  const isSeen = () => points()?.checkVisibility({ visibilityProperty: true }) ?? false;

  const isLast = () => document.querySelector('main .home-parts[aria-busy=true]') !== null;

  function look(): void {
    if (window.homeLiveAt === undefined && hasHome() && isSeen()) {
      window.homeShownAt ??= performance.now();
      if (!isLast()) window.homeLiveAt = performance.now();
    }
    if (pressedAt !== null && rows('Projects') > 0) {
      waits.push(performance.now() - pressedAt);
      pressedAt = null;
    }
    // After the picture that has it: what was drawn in this frame is seen at the next.
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);

  new MutationObserver(() => {
    for (const status of document.querySelectorAll('[role=status]')) {
      const code = /Added: (\S+)/.exec(status.textContent)?.[1];
      if (code !== undefined && added.at(-1)?.code !== code) {
        added.push({ code, at: performance.now() });
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
