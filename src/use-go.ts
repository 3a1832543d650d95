import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { splitPath } from './paths.ts';

interface Going {
  /** Leaves no entry to come back to. */
  replace?: boolean;
  /** What the screen was for is done: it is left without a question, whatever its form holds. */
  done?: boolean;
}

/** Navigation from code: `go(paths.project(uuid))`. */
export function useGo(): (path: string, options?: Going) => void {
  const navigate = useNavigate();
  return useCallback(
    (path, { replace = false, done = false } = {}) => {
      const { to, search } = splitPath(path);
      void navigate({ to, search, replace, ignoreBlocker: done });
    },
    [navigate],
  );
}
