declare global {
  interface Window {
    /** When what is looked for was painted, in ms since the navigation began. */
    paintedAt: { points?: number; projects?: number };
    /** Ms from lifting the finger to the first project of the list being painted, of every tap. */
    listPaints: number[];
  }
}

/** For `addInitScript`: notes in the page itself when home's data and the list are painted. */
export function markPaints(): void {
  window.paintedAt = {};
  window.listPaints = [];
  let liftedAt: number | null = null;

  const afterPaint = (act: (now: number) => void) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => act(performance.now()), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  };
  const has = (selector: string) => document.querySelector(selector) !== null;
  const looked = new Set<string>();
  const markOnce = (name: 'points' | 'projects', selector: string) => {
    if (looked.has(name) || !has(selector)) return;
    looked.add(name);
    afterPaint((now) => (window.paintedAt[name] = now));
  };

  addEventListener(
    'pointerup',
    ({ target, timeStamp }) => {
      const link = target instanceof Element ? target.closest('nav a') : null;
      if (link?.getAttribute('href') === '/projects') liftedAt = timeStamp;
    },
    { capture: true },
  );

  new MutationObserver(() => {
    markOnce('points', 'main section[aria-label="Points"] .tnum');
    markOnce('projects', 'main [aria-label="Open projects"] li');
    const isList = location.pathname === '/projects' && !has('main section[aria-label="Points"]');
    if (liftedAt === null || !isList || !has('main li a[href^="/projects/"]')) return;
    const from = liftedAt;
    liftedAt = null;
    afterPaint((now) => window.listPaints.push(now - from));
  }).observe(document, { childList: true, subtree: true });
}
