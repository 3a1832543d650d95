import type { ReactNode } from 'react';
import { useFirstSight } from '#src/ui/feedback/block-reveal.ts';

/** Keeps the first sight back until the script of what stands here is there. */
export function HoldFirstPaint({ children }: { children?: ReactNode }) {
  useFirstSight(true);
  return children;
}
