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

/** So long at most what is there waits for what is missing, in ms: then it is seen how far it has got. */
const LONGEST_MS = 400;

interface RevealTogetherProps {
  children: ReactNode;
  /** Shown meanwhile; without it the place stays empty, which for a moment is calmer than a skeleton. */
  fallback?: ReactNode;
  /** What the children are drawn from is not there yet, and takes as long as it takes. */
  isPending?: boolean;
}

/**
 * Shows its children at once and not one after the other, as each has been read from the device: nothing
 * moves under a finger. What is fetched from the network nobody waits for here, and nobody longer than
 * 400 ms.
 */
export function RevealTogether({ children, fallback, isPending = false }: RevealTogetherProps) {
  const around = use(RevealBoundaryContext);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'new' | 'waiting' | 'seen'>(
    fallback === undefined ? 'new' : 'waiting',
  );
  const [sight] = useState(() => createRevealBoundary(around, () => setState('seen')));
  useEffect(() => {
    if (around === null && state === 'seen') markScreenVisible();
  }, [around, state]);

  useLayoutEffect(() => (isPending ? sight.begin() : undefined), [isPending, sight]);
  useLayoutEffect(() => {
    // Only now it is known what its children miss, and nothing of them has been seen yet.
    // oxlint-disable-next-line react/set-state-in-effect
    if (sight.isMissing()) setState('waiting');
    else sight.close();
  }, [sight]);
  useEffect(() => {
    if (isPending) return;
    const timer = setTimeout(() => sight.close(), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [isPending, sight]);
  const isWaiting = isPending || state === 'waiting';
  useFocusKept(place, isWaiting);
  return (
    <>
      {isWaiting && fallback}
      <div ref={place} className={isWaiting ? hidden(fallback !== undefined) : 'contents'}>
        <RevealBoundaryContext value={sight}>{children}</RevealBoundaryContext>
      </div>
    </>
  );
}

function hidden(isReplaced: boolean): string {
  return isReplaced ? 'invisible absolute inset-x-0 top-0 h-dvh overflow-hidden' : 'invisible';
}

/** A field that took the focus when the screen came has it again when the screen is seen. */
function useFocusKept(place: RefObject<HTMLElement | null>, isWaiting: boolean): void {
  useLayoutEffect(() => {
    const field = document.activeElement;
    if (!isWaiting || !(field instanceof HTMLElement) || !place.current?.contains(field)) return;
    return () => field.focus({ preventScroll: true });
  }, [place, isWaiting]);
}
