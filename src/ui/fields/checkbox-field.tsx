import { Check } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldNotes, useFieldIds } from './field-frame.tsx';

interface CheckboxFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'className' | 'style' | 'type'
> {
  /** May hold a link. */
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

/** A checkbox; the whole line is clickable. */
export function CheckboxField({ label, description, error, ...native }: CheckboxFieldProps) {
  const ids = useFieldIds(native.id, { hint: description, error });
  return (
    <div>
      <label className="flex min-h-target items-start gap-3 py-2.5">
        <span className="relative mt-px size-6 shrink-0">
          <input
            {...native}
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
