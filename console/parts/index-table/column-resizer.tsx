import { useLingui } from '@lingui/react/macro';
import type { ReactTable } from '@tanstack/react-table';
import type { KeyboardEvent, PointerEvent } from 'react';
import { MAX_WIDTH, MIN_WIDTH, type IndexFeatures } from './index-column.ts';

/** Change of the width per press of an arrow key, in px. */
const STEP = 16;

interface ColumnResizerProps<Row extends object> {
  readonly table: ReactTable<IndexFeatures, Row>;
  readonly column: string;
  readonly header: string;
}

/** Line at the end of a column's header. Dragging it, or pressing the arrow keys, changes the column's width. */
export function ColumnResizer<Row extends object>(props: ColumnResizerProps<Row>) {
  const { table, column, header } = props;
  const { t } = useLingui();
  const width = table.getColumn(column)?.getSize() ?? MIN_WIDTH;
  const resize = (next: number) =>
    table.setColumnSizing((sizes) => ({
      ...sizes,
      [column]: Math.round(Math.min(Math.max(next, MIN_WIDTH), MAX_WIDTH)),
    }));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const { currentTarget: line, clientX: startX, pointerId } = event;
    // Widths are in px at the default text size.
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
    const resizeToPointer = ({ clientX }: globalThis.PointerEvent) =>
      resize(width + (clientX - startX) / scale);
    line.setPointerCapture(pointerId);
    line.addEventListener('pointermove', resizeToPointer);
    line.addEventListener(
      'lostpointercapture',
      () => line.removeEventListener('pointermove', resizeToPointer),
      {
        once: true,
      },
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(width + step);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of ${header}`}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      // A separator with a value is a control.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={handleKey}
      className="absolute inset-y-1 end-0 w-6 cursor-col-resize touch-none after:absolute after:inset-y-1 after:end-0 after:w-px after:bg-line hover:after:w-0.5 hover:after:bg-info pointer-coarse:hidden"
    />
  );
}
