import { useState } from 'react';
import * as v from 'valibot';
import { FORM_DRAFT } from '#schemas/operator/draft-calls.ts';
import { shouldOpenWithScreen } from './kept-texts.ts';
import type { UnsavedInput } from './unsaved-input.ts';
import { type DraftChoice, useDraftSaver } from './use-draft-saver.ts';

/** The form's kind and record. The Today screen needs a link for the kind (`parts/draft-links.ts`). */
export interface FormDraftId {
  readonly kind: string;
  /** Id of the edited record; `new` for a form that adds one. */
  readonly record: string;
}

export interface FormDraftOptions<Values> extends FormDraftId {
  /** Validates stored values, because an older build may have saved them. */
  readonly schema: v.GenericSchema<unknown, Values>;
  /** Returns the typed values. */
  readonly read: () => Values;
  /** Puts stored values into the form. */
  readonly restore: (values: Values) => void;
  readonly place?: UnsavedInput['place'];
}

/** Values of a form that are stored on the server until the form is sent. */
export interface FormDraft extends DraftChoice {
  /** Time of the draft that was put into the form; null if none was. */
  readonly restoredAt: string | null;
  /** True if the server doesn't have the latest values. */
  readonly isUnsaved: () => boolean;
  /** Saves the latest values. Never throws. */
  readonly save: () => Promise<void>;
  /** Deletes the draft after the form was sent. */
  readonly clear: () => Promise<void>;
  /** Deletes the draft, and resets the form. */
  readonly discard: () => void;
}

/**
 * Stores a form's values on the server while the operator types, and puts them back when the form is opened again. A
 * form without changes has no draft.
 * @param options null for a form without drafts
 */
export function useFormDraft<Values>(options: FormDraftOptions<Values> | null): FormDraft {
  const { kind = '', record = '' } = options ?? {};
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [first] = useState(() => options?.read());
  const input = options && {
    read: () => {
      const text = JSON.stringify(options.read());
      return text === JSON.stringify(first) ? '' : text;
    },
    restore: (draft: { readonly text: string; readonly updated_at: string }) => {
      const values = v.safeParse(options.schema, parseJson(draft.text));
      if (!values.success) return false;
      options.restore(values.output);
      setRestoredAt(draft.updated_at);
      return true;
    },
    place: options.place ?? 'tab',
  };
  const { forget, isUnsaved, save, ...draft } = useDraftSaver(
    { kind, record, field: FORM_DRAFT },
    input,
  );
  const { isChangedElsewhere, takeOver, loadOther } = draft;
  const end = () => {
    forget();
    setRestoredAt(null);
  };
  return {
    ...{ restoredAt, isChangedElsewhere, takeOver, loadOther, isUnsaved, save },
    clear: async () => {
      end();
      await save();
    },
    discard: () => {
      end();
      if (first !== undefined) options?.restore(first);
      void save();
    },
  };
}

/** True if the form's dialog should open with its screen. */
export const isFormOpen = (id: FormDraftId): boolean =>
  shouldOpenWithScreen({ ...id, field: FORM_DRAFT });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
