import { useEffect, useRef } from 'react';
import { sameOriginPath } from '#schemas/app-path.ts';

/**
 * Handles in-app links where there is no router: changes the URL without reloading, even on Back.
 * @param onPath receives the new path with its search
 */
export function useInternalLinks(onPath: (path: string) => void): void {
  const listener = useRef(onPath);
  useEffect(() => {
    listener.current = onPath;
  });
  useEffect(() => {
    const notify = () => listener.current(location.pathname + location.search);
    const onClick = (event: MouseEvent) => {
      const path = internalPathOf(event);
      if (path === null) return;
      event.preventDefault();
      history.pushState(null, '', path);
      notify();
      scrollTo(0, 0);
    };
    document.addEventListener('click', onClick);
    addEventListener('popstate', notify);
    return () => {
      document.removeEventListener('click', onClick);
      removeEventListener('popstate', notify);
    };
  }, []);
}

/** In-app path of a plain click on a link; null for anything that the browser should handle. */
function internalPathOf(event: MouseEvent): string | null {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || event.button !== 0 || !isPlain) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target !== '' || link.hasAttribute('download')) return null;
  return sameOriginPath(link.href, location.origin);
}
