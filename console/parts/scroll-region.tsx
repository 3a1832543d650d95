import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string;
  /** A table. */
  readonly children: ReactNode;
}

/** Lets a wide table scroll horizontally, also with the keyboard, so that the page doesn't have to. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <div
      // Focusable, so that the arrow keys scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className={classNames('overflow-x-auto', className)}
    >
      {children}
    </div>
  );
}
