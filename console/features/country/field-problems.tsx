import { Trans } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { CircleAlert } from 'lucide-react';

/** Id of the element around a field's controls. */
export const fieldId = (field: string): string => `field-${field.replaceAll('.', '-')}`;

interface FieldProblemsProps {
  readonly fields: readonly { readonly id: string; readonly name: string }[];
}

/** Lists the invalid fields of a long form, with links to them. Gets the focus when the form is sent. */
export function FieldProblems({ fields }: FieldProblemsProps) {
  if (fields.length === 0) return null;
  return (
    <section
      // This section gets the focus instead of the first invalid field, because it's above the fields.
      data-problem
      tabIndex={-1}
      aria-labelledby="field-problems"
      className="flex gap-3 rounded-card border border-bad bg-bad-soft p-4"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <h2 id="field-problems" className="font-semibold break-long">
          <Trans>Fix these fields, then save</Trans>
        </h2>
        <ul className="mt-1">
          {fields.map(({ id, name }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-tool items-center font-semibold break-long text-bad underline"
                onClick={focusField}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Focuses a field's first invalid control, without a new entry in the browser's history. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  const controls = 'input, select, textarea, button';
  const control =
    field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    field?.querySelector<HTMLElement>(controls);
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
