import { useId, type ReactNode } from 'react';

interface RadioRow {
  value: string;
  /** An image or a tile, 56 px wide. */
  picture?: ReactNode;
  title: ReactNode;
  /** Up to two facts, shown below the title. */
  meta?: ReactNode;
}

interface RadioRowsProps {
  /** The group's heading. */
  legend: ReactNode;
  /** Hides the legend visually. Use it if the page heading says the same thing. */
  legendHidden?: boolean;
  rows: readonly RadioRow[];
  value: string | null;
  onValueChange: (value: string) => void;
  /** An extra last row, such as a `ListRow` that links to all options. */
  children?: ReactNode;
}

/** A single choice among rows, which usually have an image. */
export function RadioRows({
  legend,
  legendHidden = false,
  rows,
  value,
  onValueChange,
  children,
}: RadioRowsProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={legendHidden ? 'sr-only' : 'mb-3'}>
        <h2 className="text-title font-semibold break-long">{legend}</h2>
      </legend>
      <ul className="row-lines @container overflow-hidden rounded-card bg-surface-raised card-rise">
        {rows.map((row) => (
          <li
            key={row.value}
            className={row.picture ? '[--row-inset:calc(1.875rem+56px)]' : '[--row-inset:1rem]'}
          >
            <label className="flex min-h-18 items-center gap-3.5 px-4 py-3 transition-colors -outline-offset-3 hover:bg-surface-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus">
              {row.picture}
              <span className="min-w-0 flex-1">
                <span className="block leading-tight font-semibold break-long">{row.title}</span>
                {row.meta && (
                  <span className="mt-0.5 block text-small text-ink-soft break-long">
                    {row.meta}
                  </span>
                )}
              </span>
              <input
                type="radio"
                name={name}
                value={row.value}
                checked={value === row.value}
                onChange={() => onValueChange(row.value)}
                className="size-6 shrink-0 appearance-none rounded-full border-2 border-line-strong bg-surface-raised outline-none checked:border-[7px] checked:border-info"
              />
            </label>
          </li>
        ))}
        {children}
      </ul>
    </fieldset>
  );
}
