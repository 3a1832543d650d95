import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ListProps {
  /** What is listed, for a screen reader; leave it out where a heading says it. */
  label?: string | undefined;
  'aria-labelledby'?: string | undefined;
  /** `card`: one card with lines between the rows. `bare`: on the surface itself. */
  tone?: 'card' | 'bare';
  children: ReactNode;
}

/** Holds `ListRow`s. The lines between them begin where their titles do. */
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
