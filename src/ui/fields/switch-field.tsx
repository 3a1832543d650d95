import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useFieldIds } from './field-frame.tsx';
import { Spinner } from '../feedback/spinner.tsx';

interface SwitchFieldProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onValueChange: (checked: boolean) => void;
  /** Why it is disabled. */
  disabledReason?: ReactNode;
  busy?: boolean | undefined;
}

/** A switch that takes effect at once. */
export function SwitchField(props: SwitchFieldProps) {
  const { label, description, checked, onValueChange, disabledReason, busy = false } = props;
  const note = disabledReason ?? description;
  const ids = useFieldIds(undefined, { hint: note });
  const off = busy || Boolean(disabledReason);
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
      <span className={classNames('relative h-8 w-14 shrink-0', off && 'opacity-50')}>
        <input
          type="checkbox"
          // The native `checked` is the state; `aria-checked` could contradict it.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          checked={checked}
          aria-disabled={off || undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => {
            if (!off) onValueChange(event.target.checked);
          }}
          className="peer size-full appearance-none rounded-full border-2 border-line-strong bg-surface-sunken transition-colors checked:border-ink checked:bg-ink"
        />
        <span className="pointer-events-none absolute start-1 top-1 size-6 scale-75 rounded-full bg-line-strong transition-transform peer-checked:translate-x-6 peer-checked:scale-100 peer-checked:bg-surface-raised" />
      </span>
    </label>
  );
}
