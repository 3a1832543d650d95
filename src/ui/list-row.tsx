import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LinkSlot, linkTargetOf } from './link-target.tsx';
import type { OptionalLinkTarget } from './link-target.tsx';

export type ListRowProps = OptionalLinkTarget & {
  icon?: ReactNode;
  /** Instead of the icon: a `Thumbnail`. */
  thumbnail?: ReactNode;
  title: ReactNode;
  /** One line about it. */
  meta?: ReactNode;
  /** Status at the right: a `Badge`, a `SyncMark`, a number. Goes under the title where it is tight. */
  trailing?: ReactNode;
  onPress?: (() => void) | undefined;
  /** A control of its own, outside the row's link. */
  action?: ReactNode;
  /** Controls of its own under the row, as wide as it. */
  below?: ReactNode;
  selected?: boolean | undefined;
  /** By default shown where the row leads somewhere. */
  chevron?: boolean | undefined;
  /** Another sign in the place of the arrow. */
  end?: ReactNode;
};

const endSign = 'size-5 shrink-0 text-ink-soft rtl:-scale-x-100';

/** One row of a `List`: what it is, one line about it, its state. */
export function ListRow(props: ListRowProps) {
  const { icon, thumbnail, title, meta, trailing, onPress, action, below, selected, end } = props;
  const target = linkTargetOf(props);
  const { chevron = Boolean(target) } = props;
  const className = classNames(
    'flex min-h-16 w-full min-w-0 flex-1 items-center gap-3 px-4 py-3 text-start',
    (target || onPress) &&
      'transition-colors -outline-offset-2! hover:bg-surface-sunken active:bg-surface-sunken',
    selected && 'bg-surface-sunken',
  );
  const content = (
    <>
      {thumbnail}
      {icon && <span className="shrink-0 text-ink-soft [&_svg]:size-6">{icon}</span>}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-[1_1_12rem]">
          <span className="block font-semibold break-long">{title}</span>
          {meta && <span className="block text-small text-ink-soft break-long">{meta}</span>}
        </span>
        {trailing && <span className="flex max-w-full shrink-0">{trailing}</span>}
      </span>
      {end ?? (chevron && <ChevronRight className={endSign} />)}
    </>
  );

  return (
    <li
      className={classNames(
        'flex items-center',
        below ? 'flex-wrap' : false,
        selected && 'bg-surface-sunken',
      )}
    >
      <RowBody target={target} onPress={onPress} className={className} selected={selected}>
        {content}
      </RowBody>
      {action && <span className="shrink-0 pe-2">{action}</span>}
      {below && <div className="basis-full px-4 pb-3">{below}</div>}
    </li>
  );
}

interface RowBodyProps {
  target: ReturnType<typeof linkTargetOf>;
  onPress: (() => void) | undefined;
  selected: boolean | undefined;
  className: string;
  children: ReactNode;
}

function RowBody({ target, onPress, selected, className, children }: RowBodyProps) {
  if (target) {
    return (
      <LinkSlot target={target} className={className}>
        {children}
      </LinkSlot>
    );
  }
  if (onPress) {
    return (
      <button type="button" onClick={onPress} aria-pressed={selected} className={className}>
        {children}
      </button>
    );
  }
  return <div className={className}>{children}</div>;
}
