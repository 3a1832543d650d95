import { Trans } from '@lingui/react/macro';
import { CloudOff, Wrench } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useDebouncedConnection } from '#src/data/sync/use-sync-status.ts';
import { Strip } from '#src/ui/strip.tsx';

/**
 * One line above every screen while the server can't be reached. It goes by what really gets
 * through, not by what the browser believes (F12).
 */
export function ConnectionStrip() {
  const connection = useDebouncedConnection();
  const ref = useOwnHeight();
  // The region is always there: a reader hears only what changes inside one.
  return (
    <div ref={ref} role="status" className="ps-(--rail-inline)">
      {connection !== 'online' && (
        <Strip>
          {connection === 'offline' ? (
            <>
              <CloudOff aria-hidden="true" />
              <Trans>Offline. What you save is sent later.</Trans>
            </>
          ) : (
            <>
              <Wrench aria-hidden="true" />
              <Trans>Maintenance. What you save is sent later.</Trans>
            </>
          )}
        </Strip>
      )}
    </div>
  );
}

/** Tells the style sheet how high the strip stands, for screens that fill what is left (the scanner). */
function useOwnHeight() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const strip = ref.current;
    const { style } = document.documentElement;
    if (!strip) return undefined;
    const observer = new ResizeObserver(() => {
      style.setProperty('--strip-block', `${strip.offsetHeight}px`);
    });
    observer.observe(strip);
    return () => {
      observer.disconnect();
      style.removeProperty('--strip-block');
    };
  }, []);
  return ref;
}
