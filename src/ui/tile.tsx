import type { ReactNode } from 'react';
import { LinkSlot } from './link-target.tsx';
import type { LinkTarget } from './link-target.tsx';

type TileProps = LinkTarget & {
  icon: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  badge?: ReactNode;
};

/** A square way to a part of the app; stands in a grid of two or more columns. */
export function Tile({ icon, title, meta, badge, ...target }: TileProps) {
  return (
    <LinkSlot
      target={target}
      className="flex min-h-28 min-w-0 flex-col gap-2 rounded-card bg-surface-raised p-4 card-line transition-transform hover:outline-2 hover:outline-line-strong active:scale-[0.98] motion-reduce:active:scale-100"
    >
      <span className="flex items-start justify-between gap-2">
        <span className="text-brand-strong [&_svg]:size-7">{icon}</span>
        {badge}
      </span>
      <span className="mt-auto">
        <span className="block leading-snug font-semibold break-long">{title}</span>
        {meta && <span className="block text-small text-ink-soft break-long">{meta}</span>}
      </span>
    </LinkSlot>
  );
}
