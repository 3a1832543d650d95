import type { ReactNode } from 'react';

/** One line across the screen, above it. @param children an icon, what is to be known, perhaps a link */
export function NoticeStrip({ children }: { children: ReactNode }) {
  return (
    <p className="flex min-h-8 items-center justify-center gap-2 bg-surface-sunken px-gutter py-1 text-caption font-semibold [&_svg]:size-4 [&_svg]:shrink-0">
      {children}
    </p>
  );
}
