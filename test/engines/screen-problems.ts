import type { View } from './view.ts';

/**
 * Waits until the screen and its images are complete.
 * @returns problems: horizontal overflow, missing images
 */
export async function screenProblems(view: View, name: string): Promise<string[]> {
  await view.expectAbsent({ role: 'status', text: /^(Loading|Ładowanie)/ });
  const problems = await view.tab.evaluate(findPageProblems);
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Runs in the page. */
async function findPageProblems(): Promise<string[]> {
  /** A screen counts as complete after this time without changes, in ms. */
  const quietMs = 150;
  /** Maximum wait for that, in ms. */
  const timeoutMs = 10_000;
  await document.fonts.ready;
  await new Promise<void>((resolve) => {
    const deadline = performance.now() + timeoutMs;
    let changedAt = performance.now();
    const observer = new MutationObserver(() => (changedAt = performance.now()));
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - changedAt < quietMs && now < deadline) return;
      clearInterval(timer);
      observer.disconnect();
      resolve();
    }, 50);
  });
  const problems: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`${scrollWidth} px wide on ${clientWidth} px`);
  // Lazy images load only when scrolled into view.
  const visibleImages = [...document.images].filter(
    ({ loading, complete }) => loading !== 'lazy' || complete,
  );
  for (const image of visibleImages) {
    await image.decode().catch(() => problems.push(`${image.currentSrc} didn’t load`));
  }
  return problems;
}
