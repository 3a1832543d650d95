import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { FieldNotes, useFieldIds } from './field-frame.tsx';

interface ChoiceGroupProps {
  legend: ReactNode;
  /** Use if a heading above says the same. */
  legendHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  columns?: 1 | 2;
  /** `radiogroup` for a single choice. */
  role?: 'radiogroup' | undefined;
  children: ReactNode;
}

/** Fieldset around `ChoiceCard`s. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { legend, legendHidden = false, hint, error, columns = 1, role, children } = props;
  const ids = useFieldIds(undefined, { hint, error });
  return (
    <fieldset
      role={role}
      aria-describedby={ids.describedBy}
      aria-invalid={role && error ? true : undefined}
      // A checkbox group can't have `aria-invalid`; `focusFirstError` looks for this attribute.
      data-problem={error ? '' : undefined}
      className="min-w-0"
    >
      <legend
        className={legendHidden ? 'sr-only' : 'mb-2 block text-small font-semibold break-long'}
      >
        {legend}
      </legend>
      <div className={classNames('grid gap-2', columns === 2 && 'min-[30rem]:grid-cols-2')}>
        {children}
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </fieldset>
  );
}
