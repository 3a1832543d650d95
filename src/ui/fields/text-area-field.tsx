import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldFrame, controlClass, useFieldIds, type FieldTextProps } from './field-frame.tsx';

interface TextAreaFieldProps
  extends FieldTextProps, Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'style'> {
  /** Remaining length as text, such as "20 characters left". */
  remaining?: ReactNode;
}

/** Multi-line text; grows with its content where supported. */
export function TextAreaField({
  label,
  hint,
  error,
  optionalLabel,
  remaining,
  ...native
}: TextAreaFieldProps) {
  const ids = useFieldIds(native.id, { hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optionalLabel={optionalLabel}>
      <textarea
        rows={3}
        {...native}
        id={ids.control}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={controlClass(Boolean(error), 'block max-h-80 field-sizing-content resize-y')}
      />
      {remaining && (
        <p className="mt-1.5 text-end text-small text-ink-soft tnum" aria-live="polite">
          {remaining}
        </p>
      )}
    </FieldFrame>
  );
}
