import { useEffect, useRef } from 'react';
import { sameOriginPath } from '#schemas/app-path.ts';

/**
 * Handles in-app links where there is no router: changes the address without reloading, also on Back.
 * @param onPath receives the new path with its search
 */
export function useInternalLinks(onPath: (path: string) => void): void {
  const listener = useRef(onPath);
  useEffect(() => {
    listener.current = onPath;
  });
  useEffect(() => {
    const show = () => listener.current(location.pathname + location.search);
    const follow = (event: MouseEvent) => {
      const path = innerPath(event);
      if (path === null) return;
      event.preventDefault();
      history.pushState(null, '', path);
      show();
      scrollTo(0, 0);
    };
    document.addEventListener('click', follow);
    addEventListener('popstate', show);
    return () => {
      document.removeEventListener('click', follow);
      removeEventListener('popstate', show);
    };
  }, []);
}

/** In-app path of a plain click on a link; null for anything the browser should handle. */
function innerPath(event: MouseEvent): string | null {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || event.button !== 0 || !isPlain) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target !== '' || link.hasAttribute('download')) return null;
  return sameOriginPath(link.href, location.origin);
}
