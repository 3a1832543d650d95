import type { ReactNode } from 'react';
import { LinkSlot, type LinkTarget } from '../links.tsx';

type TileProps = LinkTarget & {
  /** Fills the upper part, such as a `Picture`; the title names it. */
  picture: ReactNode;
  title: ReactNode;
};

/** Link to a section of the app with an image; for grids. */
export function Tile({ picture, title, ...target }: TileProps) {
  return (
    <LinkSlot
      target={target}
      className="flex min-w-0 flex-col overflow-hidden rounded-card bg-surface-raised card-rise transition-transform hover:outline-2 hover:outline-line-strong active:scale-[0.98] motion-reduce:active:scale-100"
    >
      <span
        aria-hidden="true"
        className="relative grid h-20 place-items-center overflow-hidden on-stage"
      >
        {picture}
      </span>
      <span className="flex flex-1 items-center px-2 py-2.5 text-small leading-snug font-semibold break-long">
        {title}
      </span>
    </LinkSlot>
  );
}
