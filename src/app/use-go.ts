import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AppLink } from './paths.ts';

interface NavigationOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Skips the unsaved-changes prompt, because the screen's work is done. */
  done?: boolean;
  /** Navigates even if the user has left the screen, for triggers that outlive their screen, such as a toast. */
  fromAnywhere?: boolean;
}

/**
 * Returns a function that navigates from code: `go(paths.project(uuid))`. A call is ignored if the user has left
 * the calling screen, so that a late response doesn't pull them away from another screen.
 */
export function useGo(): (target: AppLink, options?: NavigationOptions) => void {
  const router = useRouter();
  const navigate = useNavigate();
  const currentPath = useLocation({ select: ({ pathname }) => pathname });
  return useCallback(
    (target, { replace = false, done = false, fromAnywhere = false } = {}) => {
      if (!fromAnywhere && router.latestLocation.pathname !== currentPath) return;
      void navigate({ ...target, replace, ignoreBlocker: done });
    },
    [router, navigate, currentPath],
  );
}
