import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useHeaderSlot } from './header-slot.tsx';
import { RevealTogether } from '../feedback/reveal-together.tsx';

interface ListDetailPanesProps {
  /** Title of the list. */
  title: string;
  /** Scrolls independently. */
  list: ReactNode;
  /** The list's action, beside the title. */
  action?: ReactNode;
  /** The detail screen, with its own `<main>`. */
  children: ReactNode;
}

/** A list beside the selected detail, for wide screens. */
export function ListDetailPanes({ title, list, action, children }: ListDetailPanesProps) {
  const isUnderHeader = useHeaderSlot() !== null;
  return (
    <div
      data-panes
      className="mx-auto flex max-w-[calc(var(--column-wide)+var(--rail-inline))] gap-4 ps-(--rail-inline)"
    >
      <aside
        aria-label={title}
        className="sticky top-(--app-header-block) flex h-[calc(100dvh-var(--app-header-block))] w-96 shrink-0 flex-col ps-gutter"
      >
        <div
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4',
            isUnderHeader ? 'pt-1' : 'pt-5',
          )}
        >
          <h2 className="text-heading font-semibold break-long">{title}</h2>
          {action}
        </div>
        {/* Space for focus outlines at the edges. */}
        <div className="-mx-1 -mt-1 min-h-0 flex-1 overflow-y-auto px-1 pt-1 pb-4">
          <RevealTogether>{list}</RevealTogether>
        </div>
      </aside>
      <div className="min-w-0 flex-1 [--rail-inline:0px]">{children}</div>
    </div>
  );
}
