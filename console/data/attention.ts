/** True while an operator can be expected to look: the page is visible, and its window has the focus. */
const hasAttention = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Runs something that an unattended page must not do: at once, or when the operator returns to the window.
 * @returns a function that cancels it
 */
export function whenAttended(run: () => void): () => void {
  const controller = new AbortController();
  const runIfAttended = () => {
    if (!hasAttention()) return;
    controller.abort();
    run();
  };
  const { signal } = controller;
  // Either may come first, so each checks both.
  addEventListener('focus', runIfAttended, { signal });
  document.addEventListener('visibilitychange', runIfAttended, { signal });
  runIfAttended();
  return () => controller.abort();
}
