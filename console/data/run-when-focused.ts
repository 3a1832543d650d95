/** True while the page is visible and its window has the focus, so that the operator probably sees it. */
const isFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Runs a function once: immediately if the page is visible and its window has the focus, otherwise as soon as both are
 * true.
 * @returns a function that cancels the wait
 */
export function runWhenFocused(run: () => void): () => void {
  const controller = new AbortController();
  const runIfFocused = () => {
    if (!isFocused()) return;
    controller.abort();
    run();
  };
  const { signal } = controller;
  // Either event may come first, so the handler of each one checks both conditions.
  addEventListener('focus', runIfFocused, { signal });
  document.addEventListener('visibilitychange', runIfFocused, { signal });
  runIfFocused();
  return () => controller.abort();
}
