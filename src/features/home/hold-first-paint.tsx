import type { ReactNode } from 'react';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';

/** Keeps the first sight back until the script of what stands here is there. */
export function HoldFirstPaint({ children }: { children?: ReactNode }) {
  useBlockReveal(true);
  return children;
}
