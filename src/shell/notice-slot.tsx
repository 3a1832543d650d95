import type { ReactNode } from 'react';

/** Where a notice stands that is not the screen's own: above it, as wide as its column. */
export function NoticeSlot({ children }: { children: ReactNode }) {
  return (
    <div className="ps-(--rail-inline)">
      <div className="mx-auto max-w-(--column) px-gutter pt-3">{children}</div>
    </div>
  );
}
