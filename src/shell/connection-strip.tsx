import { Trans } from '@lingui/react/macro';
import { CloudOff, Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedConnection } from '#src/data/sync/use-sync-status.ts';
import { useIsListOpen } from '#src/ui/fields/open-list.ts';
import { NoticeStrip } from '#src/ui/layout/notice-strip.tsx';

/**
 * One line above every screen while the server can't be reached. It goes by what really gets
 * through, not by what the browser believes (F12). It moves the page, so it neither comes nor goes under an open list.
 */
export function ConnectionStrip() {
  const connection = useHeld(useDebouncedConnection(), useIsListOpen());
  const ref = useOwnHeight();
  // The region is always there: a reader hears only what changes inside one.
  return (
    <div ref={ref} role="status" className="relative z-10 ps-(--rail-inline)">
      {connection !== 'online' && (
        <NoticeStrip>
          {connection === 'offline' ? (
            <>
              <CloudOff aria-hidden="true" />
              <Trans>Offline. Everything is saved on this phone.</Trans>
            </>
          ) : (
            <>
              <Wrench aria-hidden="true" />
              <Trans>Maintenance. What you save is sent later.</Trans>
            </>
          )}
        </NoticeStrip>
      )}
    </div>
  );
}

/** The value as it was when it began to be held. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
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
