import type { ReactNode } from 'react';
import { useFirstSight } from '#src/ui/first-sight.ts';

/** Keeps the first sight back until the script of what stands here is there. */
export function Meanwhile({ children }: { children?: ReactNode }) {
  useFirstSight(true);
  return children;
}
