import type { ReactNode } from 'react';

/** Unread marker; its label is for screen readers only. */
export function UnreadDot({ children }: { children: ReactNode }) {
  return (
    <span className="mt-[0.45em] size-2.5 shrink-0 rounded-full bg-info">
      <span className="sr-only">{children}</span>
    </span>
  );
}
