/** State of the marketing form (spec 2 §4, "Marketing form actions"). */
import { useEffect, useReducer, useRef, type Dispatch } from 'react';
import type { InstallerUser } from '#schemas/installer.ts';
import type { MaterialText } from '#schemas/marketing-fields.ts';
import type { PreprintedRegion } from '#schemas/marketing-languages.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import type { FlyerSubtype } from '#schemas/marketing-pictures.ts';
import type { MaterialProblem } from '#schemas/marketing.ts';
import type { OrderFile } from '#schemas/order.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { materialDraftKey } from './actions.ts';
import { type MaterialDraft, type Service, materialDraft, newDraft } from './material-draft.ts';

/** The draft, and the errors of the last submit. */
export interface MaterialForm {
  readonly draft: MaterialDraft;
  readonly errors: readonly MaterialProblem[];
}

type MaterialAction =
  | { readonly type: 'set_values'; readonly values: Partial<Record<MaterialText, string>> }
  | { readonly type: 'remove_attribute'; readonly name: MaterialText }
  | { readonly type: 'set_services'; readonly services: readonly Service[] }
  | { readonly type: 'set_image_position'; readonly position: number }
  | { readonly type: 'set_logo'; readonly logo: OrderFile | null }
  | { readonly type: 'set_language'; readonly language: PreprintedRegion }
  | { readonly type: 'set_subtype'; readonly subtype: FlyerSubtype }
  | { readonly type: 'set_quantity'; readonly quantity: number }
  | { readonly type: 'set_errors'; readonly errors: readonly MaterialProblem[] }
  | { readonly type: 'clear_errors' };

/** Pairs of fields of which at least one is required. Changing either field clears the errors of both. */
const alternativeFields: readonly (readonly [
  MaterialProblem['field'],
  MaterialProblem['field'],
])[] = [
  ['phone', 'email'],
  ['shortDescription', 'longDescription'],
];

/** Applies an action. Changing a field clears its error. */
export function reduceForm(form: MaterialForm, action: MaterialAction): MaterialForm {
  switch (action.type) {
    case 'set_values': {
      const names = Object.keys(action.values) as MaterialText[];
      const values = { ...form.draft.values, ...action.values };
      return withChanges(form, { values }, names);
    }
    case 'remove_attribute': {
      const { [action.name]: _removed, ...values } = form.draft.values;
      return withChanges(form, { values }, [action.name]);
    }
    case 'set_services':
      return withChanges(form, { services: [...action.services] }, ['services']);
    case 'set_image_position':
      return withChanges(form, { coverImage: action.position }, ['coverImage']);
    case 'set_logo':
      return withChanges(form, { logo: action.logo }, ['logo']);
    case 'set_language':
      return withChanges(form, { language: action.language }, ['language']);
    case 'set_subtype':
      return { draft: { ...form.draft, subtype: action.subtype, coverImage: 0 }, errors: [] };
    case 'set_quantity':
      return withChanges(form, { quantity: action.quantity }, []);
    case 'set_errors':
      return { ...form, errors: action.errors };
    case 'clear_errors':
      return { ...form, errors: [] };
  }
}

function withChanges(
  { draft, errors }: MaterialForm,
  changes: Partial<MaterialDraft>,
  changedFields: readonly MaterialProblem['field'][],
): MaterialForm {
  const pairedFields = alternativeFields
    .filter((pair) => pair.some((field) => changedFields.includes(field)))
    .flat();
  const isResolved = ({ code, field }: MaterialProblem) =>
    changedFields.includes(field) ||
    (/^(contact|description)_needed$/.test(code) && pairedFields.includes(field));
  return { draft: { ...draft, ...changes }, errors: errors.filter((error) => !isResolved(error)) };
}

/** Loads a draft; null if there is none. */
export function loadDraft(key: string): MaterialDraft | null {
  return readSaved(draftStorage, key, materialDraft);
}

/**
 * Form state of one type of material. Every change is saved immediately, and survives reloads, restarts and another
 * user's sign-in (spec 2 §4).
 * @param firstMaterial default if there is no draft
 */
export function useMaterialForm(firstMaterial: MarketingMaterial, self: InstallerUser) {
  const { user_id: userId, region } = useAccount().identity;
  const key = materialDraftKey(userId, firstMaterial.type);
  const [form, dispatch] = useReducer(reduceForm, null, (): MaterialForm => ({
    draft: loadDraft(key) ?? newDraft(firstMaterial, { self, region }),
    errors: [],
  }));
  const { draft } = form;
  const initialDraft = useRef(draft);
  useEffect(() => {
    // Don't save an unchanged draft, so that its defaults keep following the profile.
    if (draft === initialDraft.current) return;
    try {
      draftStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // If the storage is full, the draft is only in memory, so it's lost on a reload.
    }
  }, [key, draft]);
  return { form, dispatch };
}

/** Props shared by all parts of the editor. */
export interface EditorPart {
  readonly form: MaterialForm;
  readonly dispatch: Dispatch<MaterialAction>;
  readonly material: MarketingMaterial;
  /** Error text of a field; undefined if valid. */
  readonly errorOf: (field: MaterialProblem['field']) => string | undefined;
}
