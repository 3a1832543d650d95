import type { ReactNode } from 'react';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';

/** Suspense fallback: delays the first paint until the lazy chunk has loaded. */
export function HoldFirstPaint({ children }: { children?: ReactNode }) {
  useBlockReveal(true);
  return children;
}
