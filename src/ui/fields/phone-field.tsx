import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { FieldFrame, controlClass, useFieldIds, type FieldTextProps } from './field-frame.tsx';

interface PhoneCountry {
  /** Region code, such as `PL`. */
  id: string;
  name: string;
  /** With the plus sign, such as `+48`. */
  dialCode: string;
}

interface PhoneFieldProps
  extends FieldTextProps, Omit<ComponentPropsWithRef<'input'>, 'className' | 'style'> {
  countries: readonly PhoneCountry[];
  /** The chosen country's id. */
  country: string;
  /** Label of the country select. */
  countryLabel: string;
  /** If omitted, the dial code is fixed. */
  onCountryChange?: ((id: string) => void) | undefined;
}

/** Field for a national phone number, next to the country's dial code. It doesn't validate the number. */
export function PhoneField({
  label,
  hint,
  error,
  optionalLabel,
  countries,
  country,
  countryLabel,
  onCountryChange,
  ...nativeProps
}: PhoneFieldProps) {
  const ids = useFieldIds(nativeProps.id, { hint, error });
  const dialCode = countries.find(({ id }) => id === country)?.dialCode ?? '';
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optionalLabel={optionalLabel}>
      <div className="flex gap-2">
        {onCountryChange ? (
          <span className="relative shrink-0 overflow-clip rounded-control has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            {/* A transparent select lies over this short text, because the options' country names wouldn't fit. */}
            <span aria-hidden="true" className={controlClass(false, codeClass)}>
              <span className="text-ink-soft">{country}</span>
              <span className="font-medium tnum">{dialCode}</span>
              <ChevronDown className="size-4 text-ink-soft" />
            </span>
            <select
              aria-label={countryLabel}
              value={country}
              disabled={nativeProps.disabled}
              onChange={(event) => onCountryChange(event.target.value)}
              className="absolute inset-0 size-full min-w-0 cursor-pointer appearance-none opacity-0"
            >
              {countries.map(({ id, name, dialCode: code }) => (
                <option key={id} value={id}>
                  {name} {code}
                </option>
              ))}
            </select>
          </span>
        ) : (
          <span className={controlClass(false, `${codeClass} shrink-0 bg-surface-sunken! tnum`)}>
            {dialCode}
          </span>
        )}
        <input
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...nativeProps}
          id={ids.control}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={controlClass(Boolean(error), 'flex-1 tnum')}
        />
      </div>
    </FieldFrame>
  );
}

const codeClass = 'flex w-auto! items-center gap-1.5 whitespace-nowrap';
