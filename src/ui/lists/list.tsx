import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ListProps {
  /** Accessible name; omit if a heading names the list. */
  label?: string | undefined;
  'aria-labelledby'?: string | undefined;
  /** `card`: one card with lines between the rows. `bare`: on the surface itself. */
  tone?: 'card' | 'bare';
  children: ReactNode;
}

/** Container of `ListRow`s with dividers aligned to their titles. */
export function List({ label, tone = 'card', children, ...native }: ListProps) {
  return (
    <ul
      {...native}
      aria-label={label}
      className={classNames(
        'row-lines @container',
        tone === 'card' && 'overflow-hidden rounded-card bg-surface-raised card-rise',
      )}
    >
      {children}
    </ul>
  );
}
