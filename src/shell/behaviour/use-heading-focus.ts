import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from './focus-recovery.ts';

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
