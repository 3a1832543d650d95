import type { View } from './view.ts';

/**
 * Waits until the screen and its images are complete.
 * @returns problems: horizontal overflow, missing images
 */
export async function screenProblems(view: View, name: string): Promise<string[]> {
  await view.gone({ role: 'status', text: /^(Loading|Ładowanie)/ });
  const flaws = await view.tab.evaluate(flawsOfPage);
  return flaws.map((flaw) => `${name}: ${flaw}`);
}

/** Runs in the page. */
async function flawsOfPage(): Promise<string[]> {
  /** A screen counts as complete after this time without changes, in ms. */
  const quiet = 150;
  /** Maximum wait for that, in ms. */
  const patience = 10_000;
  await document.fonts.ready;
  await new Promise<void>((resolve) => {
    const until = performance.now() + patience;
    let changed = performance.now();
    const observer = new MutationObserver(() => (changed = performance.now()));
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - changed < quiet && now < until) return;
      clearInterval(timer);
      observer.disconnect();
      resolve();
    }, 50);
  });
  const flaws: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) flaws.push(`${scrollWidth} px wide on ${clientWidth} px`);
  // Lazy images load only when scrolled into view.
  const inView = [...document.images].filter(
    ({ loading, complete }) => loading !== 'lazy' || complete,
  );
  for (const image of inView) {
    await image.decode().catch(() => flaws.push(`${image.currentSrc} did not come`));
  }
  return flaws;
}
