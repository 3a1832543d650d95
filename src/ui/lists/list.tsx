import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronRight } from 'lucide-react';
import { LinkSlot, toLinkTarget, type OptionalLinkTarget } from '../links.tsx';

interface ListProps {
  /** Accessible name; omit if a heading names the list. */
  label?: string | undefined;
  'aria-labelledby'?: string | undefined;
  /** `card`: one card with lines between the rows. `bare`: directly on the surface. */
  tone?: 'card' | 'bare';
  children: ReactNode;
}

/** Container of `ListRow`s with dividers aligned to their titles. */
export function List({ label, tone = 'card', children, ...nativeProps }: ListProps) {
  return (
    <ul
      {...nativeProps}
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

type ListRowProps = OptionalLinkTarget & {
  /** Icon in a tile, instead of an image. */
  icon?: ReactNode;
  /** Colour of the icon tile. */
  iconTone?: IconTone;
  /** Image, 56 px: a `Thumbnail` or an `Avatar`. */
  thumbnail?: ReactNode;
  title: ReactNode;
  /** Up to two facts, below the title. */
  meta?: ReactNode;
  /** Value, such as `Points` or an amount; above the status. */
  number?: ReactNode;
  /** Status, such as a `Badge` or `SyncMark`. Moves below the title in narrow cards. */
  trailing?: ReactNode;
  onPress?: (() => void) | undefined;
  /** A control outside the row's link. */
  action?: ReactNode;
  /** Controls below the row, full width. */
  below?: ReactNode;
  selected?: boolean | undefined;
  /** Defaults to true for links without number and status. */
  chevron?: boolean | undefined;
  /** Replaces the chevron. */
  end?: ReactNode;
};

type IconTone = 'system' | 'info';

const tileClasses: Record<IconTone, string> = {
  system: 'bg-surface-sunken text-ink-soft',
  info: 'bg-info-soft text-info',
};

const chevronClass = 'size-5 shrink-0 text-ink-soft rtl:-scale-x-100';

/** One row of a `List`: image, title over meta, number over status. */
export function ListRow(props: ListRowProps) {
  const { icon, iconTone = 'system', thumbnail, title, meta, number, trailing } = props;
  const { onPress, action, below, selected, end } = props;
  const target = toLinkTarget(props);
  const { chevron = Boolean(target) && !number && !trailing } = props;
  const className = classNames(
    'flex min-h-18 w-full min-w-0 flex-1 items-center gap-3.5 px-4 py-3 text-start desk:min-h-17 desk:py-1.5',
    (target || onPress) &&
      'transition-colors -outline-offset-2! hover:bg-surface-sunken active:bg-surface-sunken',
    selected && 'bg-surface-sunken',
  );
  const content = (
    <>
      {thumbnail}
      {icon && (
        <span
          className={classNames(
            'grid size-[56px] shrink-0 place-items-center rounded-control card-line [&_svg]:size-6',
            tileClasses[iconTone],
          )}
        >
          {icon}
        </span>
      )}
      <span className="flex min-w-0 flex-1 items-center gap-x-3 gap-y-1 @max-[18.5rem]:flex-wrap">
        <span className="min-w-0 flex-1 @max-[18.5rem]:basis-full">
          <span className="block leading-tight font-semibold break-long">{title}</span>
          {meta && <span className="mt-0.5 block text-small text-ink-soft break-long">{meta}</span>}
        </span>
        {(number || trailing) && (
          <span
            data-row-end
            className="flex max-w-[52%] shrink-0 flex-col items-end gap-1 text-end @max-[18.5rem]:max-w-full @max-[18.5rem]:basis-full @max-[18.5rem]:flex-row @max-[18.5rem]:items-center @max-[18.5rem]:justify-between"
          >
            {number}
            {trailing}
          </span>
        )}
      </span>
      {end ?? (chevron && <ChevronRight className={chevronClass} />)}
    </>
  );

  return (
    <li
      className={classNames(
        'flex items-center',
        below ? 'flex-wrap' : false,
        // The divider starts at the title: gutter, image, gap.
        icon || thumbnail ? '[--row-inset:calc(1.875rem+56px)]' : '[--row-inset:1rem]',
        selected && 'bg-surface-sunken sunlight:border-s-6 sunlight:border-ink',
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
  target: ReturnType<typeof toLinkTarget>;
  onPress: (() => void) | undefined;
  selected: boolean | undefined;
  className: string;
  children: ReactNode;
}

function RowBody({ target, onPress, selected, className, children }: RowBodyProps) {
  if (target) {
    return (
      <LinkSlot target={target} className={className} aria-current={selected ? 'page' : undefined}>
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
