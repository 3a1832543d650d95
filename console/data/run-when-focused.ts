/** True while an operator can be expected to look: the page is visible, and its window has the focus. */
const isFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Runs a function immediately if the operator can be expected to look at the page. Otherwise, waits until they return
 * to it.
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
