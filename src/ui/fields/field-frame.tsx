import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** Texts of every field. */
export interface FieldTextProps {
  label: ReactNode;
  /** One line of help, which screen readers read together with the field. */
  hint?: ReactNode;
  /** Error message; marks the field as invalid. */
  error?: ReactNode;
  /** Follows the label, such as "optional". */
  optionalLabel?: ReactNode;
}

/** Ids that link label, control, hint and error. */
interface FieldIds {
  control: string;
  hint: string;
  error: string;
  /** For the control's `aria-describedby`. */
  describedBy: string | undefined;
}

/**
 * @param ownId the caller's id, if any
 * @param texts the hint and error, if any
 */
export function useFieldIds(
  ownId: string | undefined,
  texts: Omit<FieldTextProps, 'label'>,
): FieldIds {
  const generatedId = useId();
  const control = ownId ?? generatedId;
  const hint = `${control}-hint`;
  const error = `${control}-error`;
  const descriptionIds = [texts.error && error, texts.hint && hint].filter(Boolean).join(' ');
  return { control, hint, error, describedBy: descriptionIds || undefined };
}

/** The classes of a text-like control. */
export function controlClass(invalid: boolean, extra?: string): string {
  return classNames(
    'w-full min-w-0 min-h-13 rounded-control field-line bg-surface-raised px-3.5 py-2 text-field text-ink',
    'transition-colors disabled:bg-surface-sunken disabled:text-ink-soft',
    '[&[readonly]]:bg-surface-sunken',
    invalid && 'border-bad! bg-bad-soft! forced-colors:border-3! forced-colors:border-dashed!',
    extra,
  );
}

interface FieldFrameProps extends FieldTextProps {
  ids: FieldIds;
  /** `group` if the label names several controls and isn't a `<label>`. */
  as?: 'label' | 'group';
  children: ReactNode;
}

/** Label above, control, then error and hint. */
export function FieldFrame({ ids, as = 'label', children, ...texts }: FieldFrameProps) {
  const label = (
    <>
      {texts.label}
      {texts.optionalLabel && (
        // The space is part of the accessible name, because it separates two words.
        <span className="font-normal text-ink-soft"> {texts.optionalLabel}</span>
      )}
    </>
  );
  const labelClass = 'mb-1.5 block text-[0.9375rem] font-semibold break-long';
  return (
    <div className="min-w-0">
      {as === 'label' ? (
        <label htmlFor={ids.control} className={labelClass}>
          {label}
        </label>
      ) : (
        <span id={`${ids.control}-label`} className={labelClass}>
          {label}
        </span>
      )}
      {children}
      <FieldNotes ids={ids} hint={texts.hint} error={texts.error} />
    </div>
  );
}

/** Error and hint under a control. */
export function FieldNotes({
  ids,
  hint,
  error,
}: {
  ids: FieldIds;
  hint?: ReactNode;
  error?: ReactNode;
}) {
  return (
    <>
      {error && (
        <p id={ids.error} className="mt-1.5 flex gap-1.5 text-small font-medium text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          <span className="break-long">{error}</span>
        </p>
      )}
      {hint && (
        <p id={ids.hint} className="mt-1.5 text-small text-ink-soft break-long">
          {hint}
        </p>
      )}
    </>
  );
}
