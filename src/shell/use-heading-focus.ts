import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * After a navigation to another screen the focus stands on its heading, so that a reader says where
 * one is and the keyboard starts there. The first screen keeps the browser's own start.
 */
export function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let stopFollowing: () => void = () => undefined;
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      stopFollowing();
      focusHeading(document);
      stopFollowing = followHeading(document);
    });
    return () => {
      stopFollowing();
      stop();
    };
  }, [router]);
}

/**
 * A screen that was still loading draws its heading anew when it is there, and the focus would be
 * lost with the old one: it goes along, until the person does something.
 * @returns stops it
 */
function followHeading(page: Document): () => void {
  const observer = new MutationObserver(() => {
    if (page.activeElement === page.body) focusHeading(page);
  });
  const stop = () => {
    observer.disconnect();
    for (const act of personCommands) page.removeEventListener(act, stop, true);
  };
  observer.observe(page.body, { childList: true, subtree: true });
  for (const act of personCommands) page.addEventListener(act, stop, true);
  return stop;
}

const personCommands = ['keydown', 'pointerdown'] as const;

/** Focuses the last `h1` that is seen: of a list beside its detail, the detail's. */
export function focusHeading(page: Pick<Document, 'querySelectorAll' | 'activeElement'>): void {
  const headings = [...page.querySelectorAll<HTMLElement>('h1')];
  const heading = headings.findLast((one) => one.checkVisibility({ visibilityProperty: true }));
  // A screen that put the focus into its own field, or back to a row of its table, knows better.
  if (!heading || page.activeElement?.matches('input,textarea,select,[data-came-from] a')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
