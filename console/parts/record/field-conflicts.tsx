import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FieldConflict, FieldValue } from './merge-fields.ts';

interface FieldConflictsProps {
  readonly conflicts: readonly FieldConflict[];
  readonly fieldNames: Readonly<Record<string, string>>;
  readonly valueText?: ((field: string, value: FieldValue) => string) | undefined;
  readonly onChoose: (field: string, value: FieldValue) => void;
}

/**
 * Shows both values of each field that two operators changed, side by side. The form keeps this operator's own values
 * unless they choose the others.
 */
export function FieldConflicts({ conflicts, ...props }: FieldConflictsProps) {
  return (
    <div role="alert" className="empty:hidden">
      {conflicts.length > 0 && (
        <section className="rounded-card border border-warn bg-warn-soft p-4">
          <h2 className="font-semibold">
            <Trans>Someone else has changed the same fields</Trans>
          </h2>
          <p className="text-small">
            <Trans>Nothing was changed. Choose a value for each field, then save.</Trans>
          </p>
          {conflicts.map((conflict) => (
            <ConflictRow key={conflict.field} conflict={conflict} {...props} />
          ))}
        </section>
      )}
    </div>
  );
}

type ConflictRowProps = Omit<FieldConflictsProps, 'conflicts'> & {
  readonly conflict: FieldConflict;
};

function ConflictRow({ conflict, fieldNames, valueText, onChoose }: ConflictRowProps) {
  const { t } = useLingui();
  const { field, mine, theirs } = conflict;
  const [chosenSide, setChosenSide] = useState<'mine' | 'theirs'>('mine');
  const name = fieldNames[field] ?? field;
  const textOf = (value: FieldValue) => (valueText?.(field, value) ?? String(value)) || '–';
  const choices = [
    { id: 'mine', label: t`Your value`, value: mine },
    { id: 'theirs', label: t`Their value`, value: theirs },
  ] as const;
  return (
    <fieldset className="mt-3">
      <legend className="text-small font-semibold">{name}</legend>
      <div className="mt-1 grid gap-2 tablet:grid-cols-2">
        {choices.map(({ id, label, value }) => (
          <label
            key={id}
            className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-control border border-line bg-surface-raised p-3 has-checked:border-info has-checked:outline-2 has-checked:outline-info"
          >
            <input
              type="radio"
              name={`conflict-${field}`}
              className="size-4 accent-info"
              checked={chosenSide === id}
              onChange={() => {
                setChosenSide(id);
                onChoose(field, value);
              }}
            />
            <span className="text-caption text-ink-soft">{label}</span>
            <span className="col-start-2 min-w-0 font-medium break-long">{textOf(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
