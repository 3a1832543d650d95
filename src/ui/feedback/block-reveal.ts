import { createContext, use, useLayoutEffect } from 'react';

/** What belongs to the first sight of a part of the screen and is still being read. */
export interface RevealBoundary {
  /** Something is missing. @returns to be called when it is there */
  begin(): () => void;
}

export const RevealBoundaryContext = createContext<RevealBoundary | null>(null);

/** For what only stands until the screen comes: it is not the screen that others wait for. */
export const detachedBoundary: RevealBoundary = { begin: () => () => undefined };

const waiting = new Set<() => void>();
/** Resolves when a whole screen is seen the next time. @param patience after that in any case, in ms */
export function nextScreenVisible(patience?: number): Promise<void> {
  return new Promise((resolve) => {
    waiting.add(resolve);
    if (patience !== undefined) setTimeout(resolve, patience);
  });
}
/** Resolves when a whole screen is seen for the first time since the app was opened. */
export const firstScreenVisible = nextScreenVisible();
export function markScreenVisible(): void {
  for (const tell of waiting) tell();
  waiting.clear();
}

/** While something is missing, the nearest `Steady` keeps back what it shows, and all around it too. */
export function useBlockReveal(isMissing: boolean): void {
  const sight = use(RevealBoundaryContext);
  useLayoutEffect(() => (isMissing ? sight?.begin() : undefined), [isMissing, sight]);
}

/**
 * Counts what is missing, until there is nothing any more or nobody waits.
 * @param around a sight that this one is a part of: what is missing here is missing there
 * @param onSeen called once
 */
export function createRevealBoundary(around: RevealBoundary | null, onSeen: () => void) {
  let missing = 0;
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    onSeen();
  };
  return {
    // Nobody waits a second time: React shows anew what it had hidden behind a fallback, and asks again.
    isMissing: () => missing > 0 && !isClosed,
    close,
    begin() {
      const endAround = around?.begin();
      missing += 1;
      return () => {
        endAround?.();
        missing -= 1;
        // What is there may bring something that has to be read in its turn.
        queueMicrotask(() => missing === 0 && close());
      };
    },
  };
}
