import type { ReactNode } from 'react';

/** One line across the screen, above it. @param children an icon, what is to be known, perhaps a link */
export function Strip({ children }: { children: ReactNode }) {
  return (
    <p className="mx-auto flex max-w-page items-center justify-center gap-2 bg-surface-sunken px-gutter py-2 text-small font-medium [&_svg]:size-5 [&_svg]:shrink-0">
      {children}
    </p>
  );
}
