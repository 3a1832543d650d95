import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { FormDraftNotice } from '#console/parts/form-draft-notice.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { FieldConflicts } from './field-conflicts.tsx';
import type { RecordValues } from './merge-fields.ts';
import { type FormDraftId, useFormDraft } from '#console/data/use-form-draft.ts';
import { useRecordForm, type EditedRecord } from './use-record-form.ts';

interface RecordFormProps<Values extends RecordValues> {
  /** Name of the form, such as "Details". */
  readonly label: string;
  /** Kind of record; a newer message about the same kind replaces the older one. */
  readonly subject: string;
  readonly record: EditedRecord<Values>;
  readonly schema: GenericSchema<Values, Values>;
  /** Labels of the fields, for messages about conflicts. */
  readonly fieldNames: Readonly<Record<keyof Values & string, string>>;
  /** Text of a value; the value itself by default. */
  readonly valueText?: (field: string, value: string | boolean) => string;
  /** Title of the question that asks for the reason, such as "Change Dach Sp. z o.o.?". */
  readonly question: string;
  /** Identifies the draft that stores the changed values. */
  readonly draftId: FormDraftId;
  readonly save: (changes: Partial<Values>, rev: number, why: string) => Promise<unknown>;
  readonly refetch: () => Promise<EditedRecord<Values>>;
  readonly children: (form: UseFormReturn<Values, unknown, Values>) => ReactNode;
}

/** Edits a record: sends only changed fields, and merges other operators' changes. */
export function RecordForm<Values extends RecordValues>(props: RecordFormProps<Values>) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  /** Reason given before a conflict, so that it isn't asked for twice. */
  const [why, setWhy] = useState<string | null>(null);
  const {
    form,
    conflicts,
    mergedFields,
    isChanged,
    submit,
    choose,
    discard,
    draft: draftSource,
  } = useRecordForm<Values>({
    record: props.record,
    schema: props.schema,
    refetch: props.refetch,
    // The draft below already asks before changes are lost.
    place: null,
  });
  const draft = useFormDraft({ ...props.draftId, ...draftSource });

  const run = async (values: Values) => {
    setError(null);
    const reason = why ?? (await askWhy({ title: props.question, confirmLabel: t`Save` }));
    setWhy(reason);
    if (reason === null) return;
    setBusy(true);
    try {
      const outcome = await submit(values, (changes, rev) => props.save(changes, rev, reason));
      if (outcome === 'conflict') return;
      setWhy(null);
      void draft.clear();
      if (outcome === 'saved')
        showToast({ subject: props.subject, tone: 'good', message: t`The changes were saved.` });
    } catch (failure) {
      setWhy(null);
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const mergedNames = mergedFields.map((field) => props.fieldNames[field] ?? field).join(', ');
  return (
    <SubmitForm
      aria-label={props.label}
      className="flex flex-col gap-4"
      isGuarded={false}
      onSubmit={form.handleSubmit(run)}
    >
      <FormDraftNotice draft={draft} />
      <ErrorBlock messages={error === null ? [] : [errorText(error)]} />
      {mergedFields.length > 0 && (
        <Banner tone="info" live="polite">
          <Trans>
            Someone else has changed these fields, and their changes are kept: {mergedNames}
          </Trans>
        </Banner>
      )}
      <FieldConflicts
        conflicts={conflicts}
        fieldNames={props.fieldNames}
        valueText={props.valueText}
        onChoose={choose}
      />
      {props.children(form)}
      {isChanged && (
        <div className="flex flex-wrap items-start gap-2">
          <ActionButton type="submit" busy={isBusy}>
            <Trans>Save</Trans>
          </ActionButton>
          <Button
            variant="secondary"
            onClick={() => {
              setWhy(null);
              setError(null);
              discard();
              draft.discard();
            }}
          >
            <Trans>Discard changes</Trans>
          </Button>
        </div>
      )}
    </SubmitForm>
  );
}
