import {
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createRevealBoundary, RevealBoundaryContext, markScreenVisible } from './block-reveal.ts';

/** Maximum time to wait for missing content, in ms; afterwards the partial content is shown. */
const MAX_WAIT_MS = 400;

interface RevealTogetherProps {
  children: ReactNode;
  /** Shown while waiting; without it the area stays empty, which for a moment looks calmer than a skeleton. */
  fallback?: ReactNode;
  /** True while the children's data isn't available. The wait then has no time limit. */
  isPending?: boolean;
}

/**
 * Reveals its children together once all have been read from the device, so that nothing shifts under a finger.
 * Waits at most 400 ms, and never for the network.
 */
export function RevealTogether({ children, fallback, isPending = false }: RevealTogetherProps) {
  const outerBoundary = use(RevealBoundaryContext);
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'new' | 'waiting' | 'revealed'>(
    fallback === undefined ? 'new' : 'waiting',
  );
  const [boundary] = useState(() =>
    createRevealBoundary(outerBoundary, () => setState('revealed')),
  );
  useEffect(() => {
    if (outerBoundary === null && state === 'revealed') markScreenVisible();
  }, [outerBoundary, state]);

  useLayoutEffect(() => (isPending ? boundary.register() : undefined), [isPending, boundary]);
  useLayoutEffect(() => {
    // By now, which is still before the first paint, the children have registered what they wait for.
    // oxlint-disable-next-line react/set-state-in-effect
    if (boundary.hasPendingContent()) setState('waiting');
    else boundary.close();
  }, [boundary]);
  useEffect(() => {
    if (isPending) return;
    const timer = setTimeout(() => boundary.close(), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isPending, boundary]);
  const isWaiting = isPending || state === 'waiting';
  useRestoredFocus(container, isWaiting);
  return (
    <>
      {isWaiting && fallback}
      <div ref={container} className={isWaiting ? hiddenClass(fallback !== undefined) : 'contents'}>
        <RevealBoundaryContext value={boundary}>{children}</RevealBoundaryContext>
      </div>
    </>
  );
}

function hiddenClass(isReplaced: boolean): string {
  return isReplaced ? 'invisible absolute inset-x-0 top-0 h-dvh overflow-hidden' : 'invisible';
}

/** Restores the focus of a field that was focused while hidden. */
function useRestoredFocus(container: RefObject<HTMLElement | null>, isWaiting: boolean): void {
  useLayoutEffect(() => {
    const field = document.activeElement;
    if (!isWaiting || !(field instanceof HTMLElement) || !container.current?.contains(field))
      return;
    return () => field.focus({ preventScroll: true });
  }, [container, isWaiting]);
}
