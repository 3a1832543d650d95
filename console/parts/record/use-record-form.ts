import { useEffect, useRef, useState } from 'react';
import { useForm, type DefaultValues, type Path, type PathValue } from 'react-hook-form';
import * as v from 'valibot';
import { formResolver } from '#src/ui/fields/form-resolver.ts';
import { toOperatorError } from '#console/data/operator-error.ts';
import type { FormDraftOptions } from '#console/data/use-form-draft.ts';
import { type UnsavedInput, useUnsavedInput } from '#console/data/unsaved-input.ts';
import {
  changedValues,
  mergeFields,
  type FieldConflict,
  type FieldValue,
  type RecordValues,
} from './merge-fields.ts';

/** A record as form values. */
export interface EditedRecord<Values extends RecordValues> {
  readonly values: Values;
  /** Version that the changes are based on. */
  readonly rev: number;
}

interface RecordFormOptions<Values extends RecordValues> {
  readonly record: EditedRecord<Values>;
  readonly schema: v.GenericSchema<Values, Values>;
  /** Fetches the newest version. */
  readonly refetch: () => Promise<EditedRecord<Values>>;
  /**
   * Place of the form, so that the operator is asked before a move loses unsaved changes. Null if the form has a draft,
   * because `useFormDraft` then asks.
   */
  readonly place: UnsavedInput['place'] | null;
}

const fieldValues = v.record(v.string(), v.union([v.string(), v.boolean()]));
/** Changed values of a form, and the values that they were based on, as stored in a draft. */
const draftSchema = v.object({ base: fieldValues, mine: fieldValues });
type RecordDraft = v.InferOutput<typeof draftSchema>;

function toDraft<Values extends RecordValues>(base: Values, values: Values): RecordDraft {
  // Safe: unchanged fields are missing from the result, instead of being undefined.
  const mine = changedValues(base, values) as RecordValues;
  const fields = Object.entries(base).filter(([field]) => field in mine);
  return { base: Object.fromEntries(fields), mine };
}

/** Merges a draft into a record. Ignores fields of the draft that the record doesn't have. */
function mergeDraft<Values extends RecordValues>(record: Values, { base, mine }: RecordDraft) {
  const known = (values: RecordValues) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => field in record));
  return mergeFields<Values>({ ...record, ...known(base) }, { ...record, ...known(mine) }, record);
}

/**
 * Sends only the changed fields. Throws an `OperatorError`, with the code `conflict` if the record's version has
 * changed.
 */
type SaveChanges<Values> = (changes: Partial<Values>, rev: number) => Promise<unknown>;

/** Maximum number of attempts to save, if other operators keep changing other fields. */
const MAX_SAVES = 3;

/** Result of an attempt to save. */
type SaveOutcome = 'saved' | 'unchanged' | 'conflict';

/**
 * State of a form for a record that several operators can edit at the same time. After a conflict, merges in the
 * fields that only the other operator changed, and saves again. If both operators changed a field, the user chooses.
 */
export function useRecordForm<Values extends RecordValues>(options: RecordFormOptions<Values>) {
  const { record, schema, refetch, place } = options;
  const base = useRef(record);
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const [mergedFields, setMergedFields] = useState<readonly string[]>([]);
  const form = useForm<Values, unknown, Values>({
    resolver: formResolver(schema),
    // Safe: the values are complete; the library's type is a deep partial.
    defaultValues: record.values as DefaultValues<Values>,
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  useUnsavedInput({
    place: place ?? 'tab',
    isUnsaved: () => place !== null && Object.keys(readDraft().mine).length > 0,
  });
  const readDraft = () => toDraft(base.current.values, form.getValues());

  const rebase = (next: EditedRecord<Values>, values: Values) => {
    base.current = next;
    form.reset(next.values);
    for (const [field, value] of Object.entries(changedValues(next.values, values))) {
      const path = field as Path<Values>;
      form.setValue(path, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  };
  /** Puts a draft into the form, merged with other operators' changes since the draft was typed. */
  const restoreDraft = (draft: RecordDraft) => {
    const merged = mergeDraft(record.values, draft);
    rebase(record, merged.values);
    setConflicts(merged.conflicts);
  };
  // A newer version of the record replaces the values of an unchanged form. If the form has changes, the versions are
  // merged when the changes are saved.
  useEffect(() => {
    if (record.rev <= base.current.rev || isDirty) return;
    base.current = record;
    form.reset(record.values);
  }, [record, isDirty, form]);

  const attempt = async (
    values: Values,
    save: SaveChanges<Values>,
    savesLeft: number,
  ): Promise<SaveOutcome> => {
    const changes = changedValues(base.current.values, values);
    if (Object.keys(changes).length === 0) return 'unchanged';
    // A copy, because the form changes its own object.
    const savedForm = { ...form.getValues() };
    try {
      await save(changes, base.current.rev);
      // Keep text typed during the save.
      const laterChanges = changedValues(savedForm, form.getValues());
      rebase({ values, rev: base.current.rev + 1 }, { ...values, ...laterChanges });
      return 'saved';
    } catch (error) {
      if (toOperatorError(error).code !== 'conflict' || savesLeft === 0) throw error;
      const newestRecord = await refetch();
      // The version is the same, so the conflict has another cause.
      if (newestRecord.rev === base.current.rev) throw error;
      const mergeResult = mergeFields(base.current.values, values, newestRecord.values);
      rebase(newestRecord, mergeResult.values);
      setMergedFields(mergeResult.mergedFields);
      setConflicts(mergeResult.conflicts);
      if (mergeResult.conflicts.length > 0) return 'conflict';
      return attempt(mergeResult.values, save, savesLeft - 1);
    }
  };
  return {
    form,
    /** Fields that both operators changed; the form keeps the user's values. */
    conflicts,
    /** Names of the fields that only the other operator changed. */
    mergedFields,
    isChanged: isDirty || conflicts.length > 0,
    draft: {
      schema: draftSchema,
      read: readDraft,
      restore: restoreDraft,
    } satisfies Omit<FormDraftOptions<RecordDraft>, 'kind' | 'record'>,
    submit: (values: Values, save: SaveChanges<Values>) => {
      setConflicts([]);
      setMergedFields([]);
      return attempt(values, save, MAX_SAVES - 1);
    },
    /** Resolves a conflict by setting the field. */
    choose: (field: string, value: FieldValue) =>
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      }),
    discard: () => {
      form.reset(base.current.values);
      setConflicts([]);
      setMergedFields([]);
    },
  };
}
