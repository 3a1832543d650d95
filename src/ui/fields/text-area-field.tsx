import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldFrame, controlClass, useFieldIds, type FieldTextProps } from './field-frame.tsx';

interface TextAreaFieldProps
  extends FieldTextProps, Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'style'> {
  /** Remaining length as text, such as "20 characters left". */
  remainingText?: ReactNode;
}

/** Multi-line text; grows with its content where supported. */
export function TextAreaField({
  label,
  hint,
  error,
  optionalLabel,
  remainingText,
  ...nativeProps
}: TextAreaFieldProps) {
  const ids = useFieldIds(nativeProps.id, { hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optionalLabel={optionalLabel}>
      <textarea
        rows={3}
        {...nativeProps}
        id={ids.control}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={controlClass(Boolean(error), 'block max-h-80 field-sizing-content resize-y')}
      />
      {remainingText && (
        <p className="mt-1.5 text-end text-small text-ink-soft tnum" aria-live="polite">
          {remainingText}
        </p>
      )}
    </FieldFrame>
  );
}
