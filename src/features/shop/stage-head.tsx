import type { ReactNode } from 'react';
import { useScrolledPast } from '#src/ui/focus/use-scrolled-past.ts';

/** The stage that a product's screen begins with, under the app's header until it has left. */
export function StageHead({ children }: { children: ReactNode }) {
  // The header's own height.
  const { ref, out } = useScrolledPast(72);
  return (
    <div ref={ref} data-left={out ? '' : undefined} className="stage-head">
      {children}
    </div>
  );
}
