import { useRef, useState, type FocusEvent } from 'react';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

/** True for a search field, whose text may be lost, because a search changes nothing. */
const isSearch = (field: Field) => field.type === 'search' || field.role === 'combobox';

const valueOf = (field: Field) =>
  field.type === 'checkbox' || field.type === 'radio'
    ? String((field as HTMLInputElement).checked)
    : field.value;

/**
 * Remembers the value of each field when it first gets the focus, and compares it with the current value. Fields that
 * have left the page are ignored, because a form that was sent mounts new ones.
 */
export function useTypedValues() {
  const firstValues = useRef(new Map<Field, string>());
  const [actions] = useState(() => ({
    trackField: ({ target }: FocusEvent) => {
      if (!isField(target) || isSearch(target) || firstValues.current.has(target)) return;
      firstValues.current.set(target, valueOf(target));
    },
    isEdited: () =>
      [...firstValues.current].some(
        ([field, value]) => field.isConnected && valueOf(field) !== value,
      ),
    reset: () => firstValues.current.clear(),
  }));
  return actions;
}
