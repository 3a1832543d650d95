import { Trans } from '@lingui/react/macro';
import { CloudOff, Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedConnection } from '#src/data/sync/use-sync-status.ts';
import { useIsListOpen } from '#src/ui/fields/open-list.ts';
import { NoticeStrip } from '#src/ui/layout/notice-strip.tsx';

/**
 * Notice above every screen while the server can't be reached, based on the probe rather than
 * `navigator.onLine` (F12). It shifts the page, so it doesn't change while a combo box is open.
 */
export function ConnectionStrip() {
  const connection = useFrozen(useDebouncedConnection(), useIsListOpen());
  const ref = usePublishedHeight();
  // The live region is always mounted, because screen readers only announce changes inside one.
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
              <Trans>Maintenance. Your work will be sent later.</Trans>
            </>
          )}
        </NoticeStrip>
      )}
    </div>
  );
}

/** Returns the value, unchanged while `isFrozen`. */
function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [frozenValue, setFrozenValue] = useState(value);
  if (!isFrozen && frozenValue !== value) setFrozenValue(value);
  return isFrozen ? frozenValue : value;
}

/** Publishes the strip's height as `--strip-block`, for screens that fill the viewport (the scanner). */
function usePublishedHeight() {
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
