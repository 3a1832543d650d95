import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { FieldFrame, controlClass, useFieldIds, type FieldTextProps } from './field-frame.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

interface SelectFieldProps
  extends
    FieldTextProps,
    Omit<ComponentPropsWithRef<'select'>, 'className' | 'style' | 'children'> {
  options: readonly SelectOption[];
  /** The first, empty option; omit if there is always a value. */
  placeholder?: string | undefined;
}

/** Native select, which opens the system picker on phones. */
export function SelectField({
  label,
  hint,
  error,
  optionalLabel,
  options,
  placeholder,
  ...nativeProps
}: SelectFieldProps) {
  const ids = useFieldIds(nativeProps.id, { hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optionalLabel={optionalLabel}>
      <div className="relative">
        <select
          {...nativeProps}
          id={ids.control}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={controlClass(Boolean(error), 'appearance-none pe-11 text-ellipsis')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-soft" />
      </div>
    </FieldFrame>
  );
}
