import type { ReactNode } from 'react';

/** Positions a notice above the screen, aligned with its column. */
export function NoticeSlot({ children }: { children: ReactNode }) {
  return (
    <div className="ps-(--rail-inline)">
      <div className="mx-auto max-w-(--column) px-gutter pt-3">{children}</div>
    </div>
  );
}
