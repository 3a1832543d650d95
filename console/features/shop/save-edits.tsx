import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { toOperatorError } from '#console/data/operator-error.ts';
import { FieldConflicts } from '#console/parts/record/field-conflicts.tsx';
import { type EditedNumber, rebaseEdits, type RebasedEdits } from './rebase-edits.ts';
import type { EditedVariant, VariantEdits } from './variant-edits.ts';

interface SaveOptions {
  readonly column: EditedNumber;
  readonly send: (edits: VariantEdits, why: string) => Promise<void>;
  readonly onChange: (edits: VariantEdits) => void;
}

/** Sends edits. After a conflict, fetches the newest numbers for the operator to choose from. */
export function useSaveEdits({ column, send, onChange }: SaveOptions) {
  const [rebased, setRebased] = useState<RebasedEdits | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = async (edits: VariantEdits, why: string) => {
    setError(null);
    setRebased(null);
    try {
      await send(edits, why);
    } catch (failure) {
      if (toOperatorError(failure).code !== 'conflict') return setError(failure);
      const newEdits = await rebaseEdits(edits, column).catch(() => null);
      if (newEdits === null) return setError(failure);
      // Conflicts and removed variants explain the failure themselves. Without them, the error is shown.
      if (newEdits.conflicts.length + newEdits.removedNames.length === 0) setError(failure);
      setRebased(newEdits);
      onChange(newEdits.edits);
    }
  };
  return { save, rebased, error };
}

interface EditConflictsProps {
  /** Null unless the last attempt to save had a conflict. */
  readonly rebased: RebasedEdits | null;
  readonly onChoose: (variant: EditedVariant, text: string) => void;
}

/** Numbers that someone else has changed in the meantime, beside the typed ones. */
export function EditConflicts({ rebased, onChoose }: EditConflictsProps) {
  if (rebased === null) return null;
  const { conflicts, edits, names, removedNames } = rebased;
  return (
    <>
      {removedNames.length > 0 && (
        <Banner tone="warn" live="polite">
          <Trans>These no longer exist: {removedNames.join(', ')}</Trans>
        </Banner>
      )}
      <FieldConflicts
        conflicts={conflicts}
        fieldNames={names}
        onChoose={(id, value) => {
          const edit = edits.get(id);
          if (edit) onChoose(edit.variant, String(value));
        }}
      />
    </>
  );
}
