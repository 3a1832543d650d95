import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LinkSlot, linkTargetOf } from './link-target.tsx';
import type { LinkTarget } from './link-target.tsx';

export type NavBarItem = LinkTarget & {
  id: string;
  label: string;
  icon: ReactNode;
  current: boolean;
  /** What is new, in words, such as "3 unread": draws a dot, and is read. */
  unread?: string | undefined;
  /** A number instead of the dot. */
  count?: number | undefined;
  /** Its icon swings once, like a bell, whenever the number changes. */
  rings?: boolean;
  /** The one that stands out: scanning. */
  main?: boolean;
};

interface NavBarProps {
  label: string;
  items: readonly NavBarItem[];
  /** Above the items on the rail; not shown on a phone. */
  top?: ReactNode;
}

/** The bottom bar, from 900 px a rail at the left. Pages make room for it by themselves. */
export function NavBar({ label, items, top }: NavBarProps) {
  return (
    <nav
      aria-label={label}
      data-nav-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-(--safe-bottom) desk:inset-y-0 desk:end-auto desk:w-(--rail-inline) desk:border-e desk:border-t-0 desk:pt-5"
    >
      {top && <div className="mb-6 hidden justify-center desk:flex">{top}</div>}
      <ul className="mx-auto grid h-(--bar-block) max-w-narrow auto-cols-[minmax(min-content,1fr)] grid-flow-col desk:h-auto desk:grid-flow-row desk:gap-2 desk:px-2">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <NavBarLink item={item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavBarLink({ item }: { item: NavBarItem }) {
  const { label, icon, current, unread, count = 0, rings = false, main = false } = item;
  const target = linkTargetOf(item);
  if (!target) return null;
  return (
    <LinkSlot
      target={target}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'group flex h-full min-h-target min-w-0 flex-col items-center justify-end gap-0.5 rounded-control pb-1.5 text-ink-soft',
        '-outline-offset-2! desk:h-auto desk:py-2 desk:hover:bg-surface-sunken',
        current && 'text-brand-strong',
      )}
    >
      <span
        className={classNames(
          'relative grid place-items-center',
          main
            ? '-mt-[26px] size-[60px] shrink-0 rounded-full bg-brand text-brand-ink shadow-float transition-transform group-active:scale-95 motion-reduce:group-active:scale-100 desk:mt-0 desk:size-14 desk:shadow-none [&_svg]:size-[28px]'
            : 'size-[28px] [&_svg]:size-[24px]',
        )}
      >
        {rings ? (
          <span key={count} className="bell-swing">
            {icon}
          </span>
        ) : (
          icon
        )}
        {(unread !== undefined || count > 0) && <Mark count={count} onMain={main} />}
      </span>
      {/* Above the shadow of the raised one. */}
      <span className="relative max-w-full px-0.5 text-center text-[clamp(10px,3vw,max(0.8125rem,12px))] leading-tight font-semibold wrap-break-word desk:text-caption">
        {label}
      </span>
      {unread && <span className="sr-only">, {unread}</span>}
    </LinkSlot>
  );
}

function Mark({ count, onMain }: { count: number; onMain: boolean }) {
  const place = classNames(
    'absolute rounded-full ring-2 ring-surface-raised',
    // On the raised one it stands at the edge, in a colour that is not its own.
    onMain ? 'end-0 -top-0.5 bg-ink' : 'start-[18px] -top-1 bg-brand',
  );
  if (count <= 0) return <span aria-hidden="true" className={`${place} top-0! size-[10px]`} />;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        place,
        'min-w-5 px-1 text-center text-[11px] leading-5 font-bold tnum',
        onMain ? 'text-surface-raised' : 'text-brand-ink',
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
