import { useId } from 'react';

interface FilterChipsProps {
  label: string;
  options: readonly { value: string; label: string; count?: number | undefined }[];
  value: string;
  onValueChange: (value: string) => void;
  name?: string | undefined;
  /** Wraps instead of scrolling, so all options are visible. */
  wrap?: boolean;
}

/** Single choice among a few filters; scrolls horizontally on phones, wraps on wide screens. */
export function FilterChips(props: FilterChipsProps) {
  const { label, options, value, onValueChange, name, wrap = false } = props;
  const generatedName = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={
        wrap
          ? 'flex flex-wrap gap-2'
          : '-mx-gutter flex scroll-px-gutter gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none] desk:flex-wrap'
      }
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-target shrink-0 items-center gap-1.5 rounded-chip bg-surface-raised px-4 text-[0.9375rem] font-semibold whitespace-nowrap text-ink card-rise has-checked:bg-inverse has-checked:text-inverse-ink has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            className="sr-only"
            name={name ?? generatedName}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && (
            <span className="font-medium opacity-75 tnum">{option.count}</span>
          )}
        </label>
      ))}
    </div>
  );
}
