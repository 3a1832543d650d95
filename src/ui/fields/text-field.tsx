import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, controlClass, useFieldIds, type FieldTextProps } from './field-frame.tsx';

interface TextFieldProps
  extends FieldTextProps, Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'prefix'> {
  /** Shown inside the field before the text. */
  prefix?: ReactNode;
  /** Shown inside the field after the text, such as a unit. */
  suffix?: ReactNode;
}

/** Single-line native input; accepts `{...register('name')}`. */
export function TextField({
  label,
  hint,
  error,
  optionalLabel,
  prefix,
  suffix,
  ...nativeProps
}: TextFieldProps) {
  const ids = useFieldIds(nativeProps.id, { hint, error });
  const input = (
    <input
      type="text"
      {...nativeProps}
      id={ids.control}
      aria-describedby={ids.describedBy}
      aria-invalid={error ? true : undefined}
      className={controlClass(
        Boolean(error),
        classNames(Boolean(prefix) && 'ps-12', Boolean(suffix) && 'pe-12'),
      )}
    />
  );
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optionalLabel={optionalLabel}>
      {prefix || suffix ? (
        <div className="relative">
          {prefix && <span className={`${affixClass} start-0`}>{prefix}</span>}
          {input}
          {suffix && <span className={`${affixClass} end-0`}>{suffix}</span>}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

const affixClass =
  'pointer-events-none absolute inset-y-0 grid w-12 place-items-center text-ink-soft [&_svg]:size-5';
