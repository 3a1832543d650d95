import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { useHeaderSlot } from './header-slot.tsx';
import { RevealTogether } from '../feedback/reveal-together.tsx';
import { createPortal } from 'react-dom';

interface ListDetailPanesProps {
  /** Title of the list. */
  title: string;
  /** The list, which scrolls independently of the detail. */
  list: ReactNode;
  /** The list's action, next to the title. */
  action?: ReactNode;
  /** The detail screen, with its own `<main>`. */
  children: ReactNode;
}

/** A list next to the selected detail, for wide screens. */
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

interface TablePanesProps {
  title: string;
  /** The list's action. */
  action?: ReactNode;
  /** Filters and table. */
  list: ReactNode;
  /** Key of the open detail; undefined if there is none. */
  openKey: string | undefined;
  /** The detail screen, with its own `<main>`. */
  children: ReactNode;
}

/**
 * A table for wide screens with an optional detail next to it. The same table stays mounted when a detail opens or
 * closes, so that it keeps its state. Without a detail, the table is the screen's `main` landmark. Next to a
 * detail, it's a complementary landmark.
 */
export function TablePanes({ title, action, list, openKey, children }: TablePanesProps) {
  const slot = useHeaderSlot();
  const isDetailOpen = openKey !== undefined;
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Rows move when a detail opens or closes.
    pane.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [openKey]);
  const Heading = isDetailOpen ? 'h2' : 'h1';
  const heading = (
    <>
      <div
        aria-hidden={slot ? 'true' : undefined}
        className="min-w-0 flex-1 font-display text-heading font-semibold break-long"
      >
        {slot ? title : <Heading>{title}</Heading>}
      </div>
      {action}
    </>
  );
  return (
    <div
      data-panes={isDetailOpen ? '' : undefined}
      className="mx-auto flex max-w-[calc(var(--column)+var(--rail-inline))] ps-(--rail-inline)"
    >
      {slot && createPortal(heading, slot)}
      <div
        ref={pane}
        id={isDetailOpen ? undefined : 'main'}
        tabIndex={isDetailOpen ? undefined : -1}
        role={isDetailOpen ? 'complementary' : 'main'}
        aria-label={isDetailOpen ? title : undefined}
        data-column="wide"
        data-list=""
        className={classNames(
          'min-w-0 flex-1 px-gutter pb-10 outline-none',
          slot && 'pt-2',
          isDetailOpen &&
            'sticky top-(--app-header-block) h-[calc(100dvh-var(--app-header-block))] self-start overflow-y-auto',
        )}
      >
        {slot ? (
          <Heading className="sr-only">{title}</Heading>
        ) : (
          <div className="flex min-h-18 items-center gap-4 py-3">{heading}</div>
        )}
        <RevealTogether>{list}</RevealTogether>
      </div>
      {isDetailOpen && (
        <div className="w-106 shrink-0 border-s border-line [--rail-inline:0px]">{children}</div>
      )}
    </div>
  );
}
