import type { ReactNode } from 'react';

/**
 * One-line notice above the screen.
 * @param children icon, text, optionally a link
 */
export function NoticeStrip({ children }: { children: ReactNode }) {
  return (
    <p className="flex min-h-8 items-center justify-center gap-2 bg-surface-sunken px-gutter py-1 text-caption font-semibold [&_svg]:size-4 [&_svg]:shrink-0">
      {children}
    </p>
  );
}
