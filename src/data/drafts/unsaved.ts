import { type Readable, writable } from '../live/readable.ts';

const held = new Set<symbol>();
const state = writable(false);

/** Whether a form on this page holds what nothing has saved. */
export const unsaved: Readable<boolean> = state;

/**
 * A form on this page holds what would be lost with the page.
 * @returns lets go of it: saved, or given up
 */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  held.add(form);
  state.set(true);
  return () => {
    held.delete(form);
    state.set(held.size > 0);
  };
}

/** Does what the page does not outlive as soon as nothing would be lost by it: at once, as a rule. */
export function whenSaved(act: () => void): void {
  if (!state.current()) return act();
  const stop = state.subscribe(() => {
    if (state.current()) return;
    stop();
    act();
  });
}
