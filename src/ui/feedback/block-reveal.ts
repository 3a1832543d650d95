import { createContext, use, useLayoutEffect } from 'react';

/** Tracks pending content in a part of the screen. */
interface RevealBoundary {
  /**
   * Registers pending content.
   * @returns a function to call when it has loaded
   */
  register(): () => void;
}

export const RevealBoundaryContext = createContext<RevealBoundary | null>(null);

/**
 * Boundary that ignores pending content. It's for placeholders, because revealing a placeholder doesn't make the
 * screen visible.
 */
export const detachedBoundary: RevealBoundary = { register: () => () => undefined };

const resolvers = new Set<() => void>();
/**
 * Resolves when the next screen is fully visible.
 * @param maxWaitMs time in ms after which it resolves anyway
 */
export function nextScreenVisible(maxWaitMs?: number): Promise<void> {
  return new Promise((resolve) => {
    resolvers.add(resolve);
    if (maxWaitMs !== undefined) setTimeout(resolve, maxWaitMs);
  });
}
/** Resolves when the first screen since start is fully visible. */
export const firstScreenVisible = nextScreenVisible();
export function markScreenVisible(): void {
  for (const resolve of resolvers) resolve();
  resolvers.clear();
}

/** Makes the nearest `RevealTogether` (and any around it) hide its content while something is missing. */
export function useBlockReveal(isMissing: boolean): void {
  const boundary = use(RevealBoundaryContext);
  useLayoutEffect(() => (isMissing ? boundary?.register() : undefined), [isMissing, boundary]);
}

/**
 * Counts pending content until none is left, or until the boundary is closed.
 * @param parent enclosing boundary, which also waits for this one's content
 * @param onReveal called once, when the boundary is closed
 */
export function createRevealBoundary(parent: RevealBoundary | null, onReveal: () => void) {
  let pendingCount = 0;
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    onReveal();
  };
  return {
    // False once closed, because React reruns effects when content reappears after a fallback.
    hasPendingContent: () => pendingCount > 0 && !isClosed,
    close,
    register() {
      const endParent = parent?.register();
      pendingCount += 1;
      return () => {
        endParent?.();
        pendingCount -= 1;
        // Newly rendered content may register more pending content.
        queueMicrotask(() => pendingCount === 0 && close());
      };
    },
  };
}
