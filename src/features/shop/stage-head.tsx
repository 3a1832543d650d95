import type { ReactNode } from 'react';
import { useScrolledPast } from '#src/ui/focus/use-scrolled-past.ts';

/** Top area of a product's screen, behind the app's header until scrolled out. */
export function StageHead({ children }: { children: ReactNode }) {
  // Height of the header, in px.
  const { ref, out } = useScrolledPast(72);
  return (
    <div ref={ref} data-left={out ? '' : undefined} className="stage-head">
      {children}
    </div>
  );
}
