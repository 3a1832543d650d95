import { type Readable, writable } from '../live/readable.ts';
import { useSyncExternalStore } from 'react';

/** Forms with input. The value is true if the input would be lost when the page is unloaded. */
const forms = new Map<symbol, boolean>();
const touchedState = writable(false);
const unsavedState = writable(false);

/**
 * True if a form on this page has input, saved or not. As long as it does, the app doesn't navigate away on its own.
 */
export const isFormTouched: Readable<boolean> = touchedState;
/** True if a form on this page has unsaved input. */
export const hasUnsavedForm: Readable<boolean> = unsavedState;

function updateStates(): void {
  touchedState.set(forms.size > 0);
  unsavedState.set([...forms.values()].includes(true));
}

/**
 * Marks that a form has input.
 * @param isLost true if the input would be lost when the page is unloaded
 * @returns a function that clears the mark; call it once the input is saved or discarded
 */
export function markUnsaved(isLost = true): () => void {
  const form = Symbol('form');
  forms.set(form, isLost);
  updateStates();
  return () => {
    forms.delete(form);
    updateStates();
  };
}

/** Runs an action that unloads the page. Waits until no input would be lost, which is usually immediately. */
export function whenSaved(action: () => void): void {
  if (!unsavedState.current()) return action();
  const unsubscribe = unsavedState.subscribe(() => {
    if (unsavedState.current()) return;
    unsubscribe();
    action();
  });
}

/** True if a form on this page has input. */
export function useIsFormTouched(): boolean {
  return useSyncExternalStore(isFormTouched.subscribe, isFormTouched.current);
}

/** True if a form on this page has unsaved input. */
export function useHasUnsavedForm(): boolean {
  return useSyncExternalStore(hasUnsavedForm.subscribe, hasUnsavedForm.current);
}
