import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { LinkSlot, toLinkTarget, type LinkTarget } from '../links.tsx';

type NavBarItem = LinkTarget & {
  id: string;
  label: string;
  icon: ReactNode;
  isCurrent: boolean;
  /** Text about new items, such as "3 unread". Screen readers announce it; the screen shows only a dot. */
  unreadLabel?: string | undefined;
  /** Number shown instead of the dot. */
  count?: number | undefined;
  /** Swings the icon once, like a bell, when the number changes. */
  ringsBell?: boolean;
  /** True for the prominent item: scanning. */
  isMain?: boolean;
};

interface NavBarProps {
  label: string;
  items: readonly NavBarItem[];
  /** Shown above the items on the rail; hidden on phones. */
  top?: ReactNode;
  /** Receives the element below the items, for further `NavBarLink`s. It's only visible from 900 px. */
  sectionsRef?: Ref<HTMLDivElement>;
}

/**
 * Bottom bar with columns of equal width. From 900 px, it's a rail at the side; from 1,100 px, the rail has labels
 * next to the icons.
 */
export function NavBar({ label, items, top, sectionsRef }: NavBarProps) {
  return (
    <nav
      aria-label={label}
      data-nav-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-(--safe-bottom) desk:inset-y-0 desk:end-auto desk:w-(--rail-inline) desk:flex desk:flex-col desk:overflow-y-auto desk:overscroll-contain desk:border-e desk:border-t-0 desk:pt-4"
    >
      {top && (
        <div className="mb-4 hidden px-3 desk:flex desk:justify-center wide:justify-start">
          {top}
        </div>
      )}
      <ul className="mx-auto grid h-(--bar-block) max-w-narrow auto-cols-[minmax(0,1fr)] grid-flow-col px-1 desk:h-auto desk:w-full desk:grid-flow-row desk:px-2">
        {items.map((item) => (
          <NavBarLink key={item.id} item={item} />
        ))}
      </ul>
      <div ref={sectionsRef} className="hidden flex-1 flex-col desk:flex" />
    </nav>
  );
}

/** One item of the bar or rail. */
export function NavBarLink({ item }: { item: NavBarItem }) {
  const {
    label,
    icon,
    isCurrent,
    unreadLabel,
    count = 0,
    ringsBell = false,
    isMain = false,
  } = item;
  const target = toLinkTarget(item);
  if (!target) return null;
  return (
    // On the rail the main item comes first.
    <li className={classNames('min-w-0', isMain && 'desk:order-first desk:mb-2')}>
      <LinkSlot
        target={target}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'group relative flex h-full min-h-target min-w-0 flex-col items-center justify-center gap-1 rounded-control',
          '-outline-offset-2! desk:h-auto desk:py-2 wide:min-h-11 wide:flex-row wide:justify-start wide:gap-3 wide:px-3 wide:py-1',
          isMain ? 'nav-main desk:forced-color-adjust-none' : 'desk:hover:bg-surface-sunken',
          !isMain && (isCurrent ? 'text-ink' : 'text-ink-soft'),
          isCurrent &&
            !isMain &&
            'wide:bg-info-soft wide:text-info wide:forced-color-adjust-none sunlight:wide:bg-ink',
        )}
      >
        <span
          className={classNames(
            // On the wide rail the badge is at the end of the line.
            'relative grid place-items-center wide:static',
            isMain ? 'nav-main-pane' : 'nav-pane',
          )}
        >
          <span
            className={classNames(
              'relative',
              isCurrent && !isMain && 'text-info sunlight:text-surface',
              ringsBell && 'bell-swing',
            )}
            key={ringsBell ? count : undefined}
          >
            {icon}
          </span>
          {(unreadLabel !== undefined || count > 0) && <Mark count={count} />}
        </span>
        <span
          className={classNames(
            // A long word may extend into neighbouring columns.
            'relative -mx-2.5 max-w-[calc(100%+1.25rem)] text-center text-[clamp(10px,2.9vw,min(0.6875rem,13px))] leading-tight font-semibold wrap-break-word',
            'desk:mx-0 desk:max-w-full desk:px-0.5 desk:text-caption wide:text-start wide:text-[0.9375rem]',
            isCurrent && !isMain && 'sunlight:wide:text-surface',
          )}
        >
          {label}
        </span>
        {unreadLabel && <span className="sr-only">, {unreadLabel}</span>}
      </LinkSlot>
    </li>
  );
}

function Mark({ count }: { count: number }) {
  const position =
    'absolute start-[calc(50%+6px)] -top-1 rounded-full bg-inverse ring-2 ring-surface-raised wide:start-auto wide:end-3 wide:top-[calc(50%-10px)]! wide:ring-0';
  if (count <= 0) return <span aria-hidden="true" className={`${position} top-0! size-[10px]`} />;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        position,
        'min-w-5 px-1 text-center text-[11px] leading-5 font-semibold text-inverse-ink tnum forced-color-adjust-none',
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
