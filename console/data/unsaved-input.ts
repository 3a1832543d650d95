import { useEffect, useRef } from 'react';

/** URL of a screen. */
interface ScreenUrl {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** A move to another URL within the console. */
export interface Move {
  /** `PUSH` or `REPLACE`, or a step in the browser's history. */
  readonly action: string;
  readonly current: ScreenUrl;
  readonly next: ScreenUrl;
}

const leavesScreen = ({ current, next }: Move) => next.pathname !== current.pathname;
const leavesTab = (move: Move) =>
  leavesScreen(move) || move.next.search['tab'] !== move.current.search['tab'];

/** Predicates by place: true if a move removes the place's input from the page. Changing filters removes nothing. */
const removals = {
  /** Input that stays when a record's tab is switched. */
  screen: leavesScreen,
  /** Input in a record's tab. */
  tab: leavesTab,
  /** Input for the record that is open next to a list. */
  open: (move: Move) => leavesTab(move) || move.next.search['open'] !== move.current.search['open'],
  /** Input in a sheet or dialog, which "back" closes. The sheet itself asks before it's closed in other ways. */
  sheet: (move: Move) =>
    leavesScreen(move) || (move.action !== 'PUSH' && move.action !== 'REPLACE'),
} as const;

/** Input that can be lost, because the server might not have it. */
export interface UnsavedInput {
  readonly place: keyof typeof removals;
  /** True if leaving would lose input. */
  readonly isUnsaved: () => boolean;
  /** Saves the input if possible, and waits for a running save. Never throws. */
  readonly save?: () => Promise<unknown>;
  /** Called before the input is removed by a move. */
  readonly onLeave?: () => void;
}

/** Maximum wait for saves before the operator is asked, in ms. */
const MAX_WAIT_MS = 2000;

const inputs = new Set<() => UnsavedInput>();
const listeners = new Set<() => void>();

/** Registers unsaved input, which is checked before the operator leaves. Returns a function that removes the input. */
export function addInput(read: () => UnsavedInput): () => void {
  inputs.add(read);
  for (const listener of listeners) listener();
  return () => {
    inputs.delete(read);
    for (const listener of listeners) listener();
  };
}

/** Calls a listener when input is added or removed. Returns a function that removes the listener. */
export function subscribeInputs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const hasInputs = (): boolean => inputs.size > 0;

/** True if closing the page would lose input. Also starts to save it, in case the operator stays. */
export function isAnyUnsaved(): boolean {
  const unsavedInputs = [...inputs].map((read) => read()).filter(({ isUnsaved }) => isUnsaved());
  for (const { save } of unsavedInputs) void save?.();
  return unsavedInputs.length > 0;
}

/**
 * Saves the input that a move removes, or all input if there is no move. Waits at most `MAX_WAIT_MS` for the saves.
 * @returns true if input would still be lost
 */
export async function wouldLoseInput(move: Move | null): Promise<boolean> {
  const lostInputs = removedInputs(move);
  const losesInput = () => lostInputs.some(({ isUnsaved }) => isUnsaved());
  if (!losesInput()) return false;
  await awaitBriefly(Promise.all(lostInputs.map(async ({ save }) => save?.())));
  return losesInput();
}

/** Waits for a save, but not longer than `MAX_WAIT_MS`. */
export async function awaitBriefly(save: Promise<unknown>): Promise<void> {
  await Promise.race([save, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

/** Calls `onLeave` of the input that a move removes. */
export function leaveInputs(move: Move | null): void {
  for (const { onLeave } of removedInputs(move)) onLeave?.();
}

const removedInputs = (move: Move | null) =>
  [...inputs].map((read) => read()).filter(({ place }) => move === null || removals[place](move));

/** Asks before the component's input would be lost. */
export function useUnsavedInput(input: UnsavedInput): void {
  const newestInput = useRef(input);
  useEffect(() => {
    newestInput.current = input;
  });
  useEffect(() => addInput(() => newestInput.current), []);
}
