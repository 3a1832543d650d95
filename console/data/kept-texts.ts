import { draftIdOf, type DraftKey, forgetDrafts } from './send-draft.ts';
import { forgetRequests } from './unfinished-requests.ts';

/**
 * Keeps unsaved text when the session expires, and restores it when the same operator signs in again. Drafts on the
 * server aren't enough: they can be two seconds behind, and they don't reopen a form's dialog.
 */
const keptTexts = new Map<string, string>();
/** Forms whose dialogs open with their screen, because the operator chose their draft. */
const formsToOpen = new Set<string>();
/** Operator who typed the texts; null before the first session. */
let author: string | null = null;
let isSignedOut = false;
const listeners = new Set<() => void>();

/** Keeps a text, unless the operator has signed out. */
export function keepText(key: DraftKey, text: string): void {
  if (isSignedOut) return;
  keptTexts.set(draftIdOf(key), text);
  for (const listener of listeners) listener();
}

/**
 * Calls a listener when a text is kept. The sign-in form needs this, because the screen that it replaces only keeps its
 * texts when it unmounts, after the form has rendered.
 * @returns a function that removes the listener
 */
export function subscribeKeptTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns and removes the kept text; null if there is none. */
export function takeKeptText(key: DraftKey): string | null {
  const text = keptTexts.get(draftIdOf(key)) ?? null;
  keptTexts.delete(draftIdOf(key));
  formsToOpen.delete(draftIdOf(key));
  return text;
}

/** Makes the form's dialog open when its screen opens. */
export const openFormWithScreen = (key: DraftKey): void => void formsToOpen.add(draftIdOf(key));
/**
 * True if the form's dialog should open with its screen: it was open when the session ended, or the operator chose its
 * draft.
 */
export const shouldOpenWithScreen = (key: DraftKey): boolean =>
  keptTexts.has(draftIdOf(key)) || formsToOpen.has(draftIdOf(key));
export const hasKeptTexts = (): boolean => keptTexts.size > 0;

/** Deletes all typed texts, including the input of requests that got no response. */
function forgetTyped(): void {
  keptTexts.clear();
  forgetDrafts();
  forgetRequests();
}

/** Records that the operator signs out, so that none of their texts are kept. */
export function recordSignOut(): void {
  isSignedOut = true;
  forgetTyped();
}

/** Records the signed-in operator. Deletes the texts of any other operator. */
export function recordSession(operatorId: string): void {
  if (author !== operatorId) forgetTyped();
  author = operatorId;
  isSignedOut = false;
}

/** True if the last session expired, rather than ended with a sign-out. */
export const hasSessionEnded = (): boolean => author !== null && !isSignedOut;
