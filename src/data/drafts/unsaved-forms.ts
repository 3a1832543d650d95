import { type Readable, writable } from '../live/readable.ts';
import { useSyncExternalStore } from 'react';

/** The forms that hold something, and whether it would be lost with the page. */
const held = new Map<symbol, boolean>();
const touchedState = writable(false);
const unsavedState = writable(false);

/**
 * Whether somebody has begun to fill in something on this page: the app leads nobody away from that by
 * itself, also where it is kept.
 */
export const isFormTouched: Readable<boolean> = touchedState;
/** Whether a form on this page holds what nothing has saved. */
export const hasUnsavedForm: Readable<boolean> = unsavedState;

function tell(): void {
  touchedState.set(held.size > 0);
  unsavedState.set([...held.values()].includes(true));
}

/**
 * A form on this page holds what somebody has made there.
 * @param isLost whether that would be lost with the page
 * @returns lets go of it: saved, or given up
 */
export function markUnsaved(isLost = true): () => void {
  const form = Symbol('form');
  held.set(form, isLost);
  tell();
  return () => {
    held.delete(form);
    tell();
  };
}

/** Does what the page does not outlive as soon as nothing would be lost by it: at once, as a rule. */
export function whenSaved(act: () => void): void {
  if (!unsavedState.current()) return act();
  const stop = unsavedState.subscribe(() => {
    if (unsavedState.current()) return;
    stop();
    act();
  });
}

/** Whether somebody has begun to fill in something on this page. */
export function useIsFormTouched(): boolean {
  return useSyncExternalStore(isFormTouched.subscribe, isFormTouched.current);
}
