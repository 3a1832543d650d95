import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { splitPath } from './paths.ts';

interface Going {
  /** Leaves no entry to come back to. */
  replace?: boolean;
  /** What the screen was for is done: it is left without a question, whatever its form holds. */
  done?: boolean;
  /** Asked for by a press on what outlives its screen, such as a toast. */
  fromAnywhere?: boolean;
}

/**
 * Navigation from code: `go(paths.project(uuid))`. It leads on from the place where it was drawn: an answer
 * that comes when the person has gone elsewhere doesn't fetch them back.
 */
export function useGo(): (path: string, options?: Going) => void {
  const router = useRouter();
  const navigate = useNavigate();
  const here = useLocation({ select: ({ pathname }) => pathname });
  return useCallback(
    (path, { replace = false, done = false, fromAnywhere = false } = {}) => {
      if (!fromAnywhere && router.latestLocation.pathname !== here) return;
      const { to, search } = splitPath(path);
      void navigate({ to, search, replace, ignoreBlocker: done });
    },
    [router, navigate, here],
  );
}
