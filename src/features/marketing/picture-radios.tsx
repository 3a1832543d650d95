import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface PictureRadiosProps {
  /** Group label. */
  legend: ReactNode;
  legendHidden?: boolean;
  /** Value of the selected option. */
  value: string;
  onValueChange: (value: string) => void;
  options: readonly {
    readonly value: string;
    /** Accessible name. */
    readonly label: string;
    readonly picture: ReactNode;
  }[];
  /** Minimum picture width; `small` is for icons. */
  size: 'small' | 'large';
}

const columns = {
  small: 'grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))]',
  large: 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]',
};

/** A radio group of pictures. */
export function PictureRadios(props: PictureRadiosProps) {
  const { legend, legendHidden = false, value, onValueChange, options, size } = props;
  const name = useId();
  return (
    <fieldset role="radiogroup" className="min-w-0">
      <legend
        className={legendHidden ? 'sr-only' : 'mb-2 block text-small font-semibold break-long'}
      >
        {legend}
      </legend>
      <div className={classNames('grid gap-2', columns[size])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative grid min-h-14 place-items-center overflow-hidden rounded-control border-2 border-line bg-surface-raised',
              'has-checked:border-ink sunlight:border-line-strong sunlight:has-checked:border-4',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              aria-label={option.label}
              className="peer absolute inset-0 size-full appearance-none outline-none"
            />
            <span className="pointer-events-none block w-full">{option.picture}</span>
            <span className="pointer-events-none absolute end-1 top-1 hidden size-5 place-items-center rounded-full bg-ink text-surface-raised peer-checked:grid">
              <Check strokeWidth={3.5} className="size-3.5" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
