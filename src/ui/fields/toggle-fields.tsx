import { Check } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldNotes, useFieldIds } from './field-frame.tsx';
import { classNames } from '../class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';

interface CheckboxFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'className' | 'style' | 'type'
> {
  /** May contain a link. */
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

/** A checkbox; the whole line is clickable. */
export function CheckboxField({ label, description, error, ...nativeProps }: CheckboxFieldProps) {
  const ids = useFieldIds(nativeProps.id, { hint: description, error });
  return (
    <div>
      <label className="flex min-h-target items-start gap-3 py-2.5">
        <span className="relative mt-px size-6 shrink-0">
          <input
            {...nativeProps}
            id={ids.control}
            type="checkbox"
            aria-describedby={ids.describedBy}
            aria-invalid={error ? true : undefined}
            className="peer size-full appearance-none rounded-[8px] border-2 border-line-strong bg-surface-raised transition-colors checked:border-ink checked:bg-ink disabled:bg-surface-sunken aria-invalid:border-bad forced-colors:aria-invalid:border-dashed"
          />
          <Check
            strokeWidth={3}
            className="pointer-events-none absolute inset-1 size-4 text-surface-raised opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0 flex-1 break-long">{label}</span>
      </label>
      <div className="ps-9 -mt-4 empty:hidden">
        <FieldNotes ids={ids} hint={description} error={error} />
      </div>
    </div>
  );
}

interface SwitchFieldProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onValueChange: (checked: boolean) => void;
  /** Reason why the switch is disabled. */
  disabledReason?: ReactNode;
  busy?: boolean | undefined;
}

/** A switch that takes effect immediately. */
export function SwitchField(props: SwitchFieldProps) {
  const { label, description, checked, onValueChange, disabledReason, busy = false } = props;
  const note = disabledReason ?? description;
  const ids = useFieldIds(undefined, { hint: note });
  const isDisabled = busy || Boolean(disabledReason);
  return (
    <label className="flex min-h-target items-center gap-4 py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-long">{label}</span>
        {note && (
          <span id={ids.hint} className="block text-small text-ink-soft break-long">
            {note}
          </span>
        )}
      </span>
      {busy && <Spinner />}
      <span className={classNames('relative h-8 w-14 shrink-0', isDisabled && 'opacity-50')}>
        <input
          type="checkbox"
          // The native `checked` is the state; `aria-checked` could contradict it.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          checked={checked}
          aria-disabled={isDisabled || undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => {
            if (!isDisabled) onValueChange(event.target.checked);
          }}
          className="peer size-full appearance-none rounded-full border-2 border-line-strong bg-surface-sunken transition-colors checked:border-ink checked:bg-ink"
        />
        <span className="pointer-events-none absolute start-1 top-1 size-6 scale-75 rounded-full bg-line-strong transition-transform peer-checked:translate-x-6 peer-checked:scale-100 peer-checked:bg-surface-raised" />
      </span>
    </label>
  );
}
