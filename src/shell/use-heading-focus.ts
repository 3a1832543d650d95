import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * After a navigation to another screen the focus stands on its heading, so that a reader says where
 * one is and the keyboard starts there. The first screen keeps the browser's own start.
 */
export function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading(document);
      }),
    [router],
  );
}

/** Focuses the page's last `h1`: of a list beside its detail, the detail's. */
export function focusHeading(page: Pick<Document, 'querySelectorAll' | 'activeElement'>): void {
  const heading = [...page.querySelectorAll<HTMLElement>('h1')].at(-1);
  // A screen that put the focus into its own field knows better.
  if (!heading || page.activeElement?.matches('input, textarea, select')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
