import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { controlClass } from './field-frame.tsx';
import { IconButton } from '../icon-button.tsx';

interface SearchFieldProps {
  /** For screen readers only. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  clearLabel: string;
  placeholder?: string | undefined;
}

/** Search box with a clear button. */
export function SearchField({
  label,
  value,
  onValueChange,
  clearLabel,
  placeholder,
}: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    input.current?.focus();
  };
  return (
    <search className="relative block">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute start-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-soft" />
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) clear();
        }}
        className={controlClass(false, 'ps-11 pe-12')}
      />
      {value && (
        <div className="absolute end-0 top-1/2 -translate-y-1/2">
          <IconButton label={clearLabel} icon={<X />} onClick={clear} />
        </div>
      )}
    </search>
  );
}
