import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { splitPath } from './paths.ts';

/** Navigation from code: `go(paths.project(uuid))`; `replace` leaves no entry to come back to. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (path, options = {}) => {
      const { to, search } = splitPath(path);
      void navigate({ to, search, replace: options.replace ?? false });
    },
    [navigate],
  );
}
