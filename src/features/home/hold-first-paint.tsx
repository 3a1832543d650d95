import type { ReactNode } from 'react';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';

/** Delays the first paint until the lazy chunk in this place has loaded. */
export function HoldFirstPaint({ children }: { children?: ReactNode }) {
  useBlockReveal(true);
  return children;
}
