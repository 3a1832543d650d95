import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from '../../ui/focus-recovery.ts';

/**
 * Focuses the heading after each navigation, so screen readers announce the screen and Tab starts there.
 * The first screen keeps the browser's default.
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
