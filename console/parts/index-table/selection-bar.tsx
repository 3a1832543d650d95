import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Selection } from './index-props.ts';
import { toolButtonClass } from '#console/parts/drop-down.tsx';

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  /** True if there are more matches than shown. */
  readonly hasMore: boolean;
  readonly total: number | null;
  readonly onSelectMatches: () => void;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** Number of selected rows, and the actions on them. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { t, i18n } = useLingui();
  const { selection, hasMore, total } = props;
  return (
    <div
      role="group"
      aria-label={t`Selection`}
      className="sticky bottom-0 z-10 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-info-soft px-4 py-1.5 text-small sunlight:bg-surface-sunken"
    >
      <output className="font-semibold">
        {selection.kind === 'rows' ? (
          <Plural value={selection.rows.length} one="# row selected" other="# rows selected" />
        ) : selection.total === null ? (
          <Trans>All matches selected, the first 10,000</Trans>
        ) : (
          <Plural value={selection.total} one="# match selected" other="All # matches selected" />
        )}
      </output>
      {selection.kind === 'rows' && hasMore && (
        <button type="button" className={toolButtonClass} onClick={props.onSelectMatches}>
          {total === null ? (
            <Trans>Select all matches</Trans>
          ) : (
            <Trans>Select all {i18n.number(total)} matches</Trans>
          )}
        </button>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {props.children}
        <button type="button" className={toolButtonClass} onClick={props.onClear}>
          <X />
          <Trans>Clear</Trans>
        </button>
      </span>
    </div>
  );
}
