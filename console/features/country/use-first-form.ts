import { useState } from 'react';
import * as v from 'valibot';
import type { BodyOf } from '#schemas/api/call.ts';
import type { ListField } from '#schemas/operator/setting-lists.ts';
import type { settingsCalls, SettingField } from '#schemas/operator/settings-calls.ts';
import type { AllValues } from './first-values.ts';
import { problemsOf } from './lists/list-draft.ts';
import { listGroups } from './lists/list-groups.ts';
import { type PlainField, parseFieldText, toFieldText } from './setting-editors.tsx';
import { settingGroups } from './setting-groups.ts';

const plainFields = settingGroups.flatMap(({ fields }) => fields);
const listFields = listGroups.flatMap(({ fields }) => fields);
/** All fields, in the order of the form. */
export const firstFields: readonly SettingField[] = [...plainFields, ...listFields];

/** Changed values, as stored in a draft. The lists aren't checked here, because `problemsOf` validates them. */
export const typedFirstValues = v.object({
  typedTexts: v.record(v.string(), v.string()),
  lists: v.record(v.string(), v.unknown()),
  why: v.string(),
});

/** Holds and validates the values that the operator types in the form for a country's first settings. */
export function useFirstForm(start: AllValues) {
  // Refetching must not change the values that the operator sees.
  const [first] = useState(() => ({
    // Safe: there is an entry for each field.
    typedTexts: Object.fromEntries(
      plainFields.map((field) => [field, toFieldText(start[field])]),
    ) as Record<PlainField, string>,
    lists: Object.fromEntries(listFields.map((field) => [field, start[field]])) as Record<
      ListField,
      unknown
    >,
  }));
  const [typedTexts, setTypedTexts] = useState(first.typedTexts);
  const [lists, setLists] = useState(first.lists);
  const problems = new Map(listFields.map((field) => [field, problemsOf(field, lists[field])]));
  const readValues = new Map<string, { readonly value: unknown } | undefined>(
    plainFields.map((field) => [field, parseFieldText(field, typedTexts[field])]),
  );
  return {
    typedTexts,
    lists,
    listValues: listFields.map((field) => lists[field]),
    problems,
    isInvalid: (field: SettingField): boolean =>
      readValues.has(field)
        ? readValues.get(field) === undefined
        : listFields.some((list) => list === field && problems.get(list)?.size !== 0),
    type: (field: PlainField, text: string) => setTypedTexts((old) => ({ ...old, [field]: text })),
    setList: (field: ListField, value: unknown) => setLists((old) => ({ ...old, [field]: value })),
    /** Returns the values. They can only be sent if no field is invalid. */
    read: () =>
      ({
        ...Object.fromEntries([...readValues].map(([field, read]) => [field, read?.value ?? null])),
        ...lists,
      }) as BodyOf<typeof settingsCalls.createSettings>['settings'],
    /** Returns the values that differ from the initial ones. */
    readChanges: () => ({
      typedTexts: changedEntries(first.typedTexts, typedTexts),
      lists: changedEntries(first.lists, lists),
    }),
    restore: (changes: Pick<v.InferOutput<typeof typedFirstValues>, 'typedTexts' | 'lists'>) => {
      setTypedTexts({ ...first.typedTexts, ...changes.typedTexts });
      setLists({ ...first.lists, ...changes.lists });
    },
  };
}

function changedEntries<Value>(
  first: Readonly<Record<string, Value>>,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => first[field] !== value),
  );
}
