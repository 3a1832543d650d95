import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';

/** Older drafts aren't restored, because the user has probably forgotten them. */
const DRAFT_TTL_MS = 7 * DAY_MS;

const fieldValue = v.union([v.string(), v.boolean()]);
const formDraft = v.object({
  /** Only the edited fields, so that the others show the latest data. */
  fields: v.record(
    v.string(),
    v.object({
      value: fieldValue,
      /** Saved value of the field at the time of the edit. */
      before: fieldValue,
    }),
  ),
  /** Time of saving, in ms by the device's clock. */
  savedAt: v.number(),
  /** Id of the record that the form creates; missing in drafts of builds up to 3.9.4. */
  id: v.optional(v.string()),
});
type FormDraft = v.InferOutput<typeof formDraft>;

/** Restored changes of a form. */
export interface FormDraftState {
  /** Id for the record that the form creates; the same in every tab that shows this draft. */
  readonly id: string;
  /** True while the form shows restored changes. */
  readonly isRestored: boolean;
  /** True if a restored field has a newer saved value, which saving would replace. */
  readonly isOutdated: boolean;
  /** Resets all fields. */
  readonly discard: () => void;
}

/**
 * Saves a form's edited fields as a draft when the page is hidden, because iOS closes hidden pages without a prompt.
 * Restores them when the form opens again. Leaving the form by navigation deletes the draft.
 * @param name unique per form and record; sign-out deletes all drafts of the user
 */
export function useFormDraft<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  name: string,
): FormDraftState {
  const { identity } = useAccount();
  const key = `draft:${identity.user_id}:form:${name}`;
  const [savedDraft] = useState(() => readFormDraft(key));
  const [id, setId] = useState(() => savedDraft?.id ?? crypto.randomUUID());
  const [restoredFields, setRestoredFields] = useState(() =>
    editedFields(savedDraft, form.getValues()),
  );
  const { isDirty, defaultValues } = form.formState;
  // True if this page restored or saved the stored draft. Otherwise it may be another tab's draft of the same form.
  const ownsDraft = useRef(restoredFields.length > 0);

  const restore = useEffectEvent(() => {
    for (const [field, { value }] of restoredFields)
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      });
  });
  const save = useEffectEvent(() => {
    if (document.visibilityState === 'visible') return;
    const defaults: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {};
    const restoredByField = new Map(restoredFields);
    const fields: FormDraft['fields'] = {};
    for (const [field, value] of Object.entries<unknown>(form.getValues())) {
      const before = restoredByField.get(field)?.before ?? defaults[field];
      if (value !== defaults[field] && v.is(fieldValue, value) && v.is(fieldValue, before))
        fields[field] = { value, before };
    }
    if (Object.keys(fields).length > 0) ownsDraft.current = true;
    if (ownsDraft.current) writeFormDraft(key, fields, id);
  });
  useEffect(() => {
    restore();
    document.addEventListener('visibilitychange', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      if (ownsDraft.current) deleteFormDraft(key);
    };
  }, [key]);
  const discard = () => {
    form.reset();
    setRestoredFields([]);
    setId(crypto.randomUUID());
    deleteFormDraft(key);
  };
  return {
    id,
    isRestored: restoredFields.length > 0 && isDirty,
    isOutdated: restoredFields.some(([field, { before }]) => before !== defaultValues?.[field]),
    discard,
  };
}

/** Notice that changes were restored, with a button to discard them. */
export function RestoredChanges({ draft }: { draft: Omit<FormDraftState, 'id'> }) {
  if (!draft.isRestored) return null;
  return (
    <Banner
      live="polite"
      action={
        <Button variant="secondary" onClick={draft.discard}>
          <Trans>Discard changes</Trans>
        </Button>
      }
    >
      {draft.isOutdated ? (
        <Trans>
          We restored your unsaved changes, but the saved data has changed since. Check each field
          before you save.
        </Trans>
      ) : (
        <Trans>We restored your unsaved changes.</Trans>
      )}
    </Banner>
  );
}

/** Returns the draft's fields whose value differs from the form's. */
function editedFields(
  draft: FormDraft | null,
  values: Readonly<Record<string, unknown>>,
): readonly (readonly [string, FormDraft['fields'][string]])[] {
  return Object.entries(draft?.fields ?? {}).filter(
    ([field, { value }]) => typeof values[field] === typeof value && values[field] !== value,
  );
}

function readFormDraft(key: string): FormDraft | null {
  const draft = readSaved(draftStorage, key, formDraft);
  if (draft === null || Date.now() - draft.savedAt < DRAFT_TTL_MS) return draft;
  deleteFormDraft(key);
  return null;
}

function writeFormDraft(key: string, fields: FormDraft['fields'], id: string): void {
  if (Object.keys(fields).length === 0) return deleteFormDraft(key);
  const draft: FormDraft = { fields, savedAt: Date.now(), id };
  try {
    draftStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The changes are lost only if the browser closes the page.
  }
}

function deleteFormDraft(key: string): void {
  try {
    draftStorage.removeItem(key);
  } catch {
    // Nothing was saved.
  }
}
