import { useEffect } from 'react';
import * as v from 'valibot';

/** Delay before a changed draft is saved (spec 1 §9), in ms. */
export const SAVE_DEBOUNCE_MS = 1000;

/**
 * Storage key of an unfinished registration (spec 1 §3, "registration data"); a suffix is added for a decor
 * company.
 */
export const REGISTRATION_KEY = 'club.registration';

/** The part of browser storage that is needed. It may throw. */
export interface DraftStore {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** Saves form input across reloads, or longer, depending on the store. */
export interface SavedDraft<State> {
  /** Returns the saved state; null if missing or invalid. */
  load: () => State | null;
  /** Saves a state one second after the last change. */
  save: (state: State) => void;
  /** Saves the pending state now, in case the page goes away. */
  flush: () => void;
  clear: () => void;
}

/** @param schema a saved state that doesn't match the schema counts as missing */
export function createSavedDraft<S extends v.GenericSchema>(
  store: DraftStore,
  key: string,
  schema: S,
): SavedDraft<v.InferOutput<S>> {
  let pendingSave: { state: v.InferOutput<S>; timer: ReturnType<typeof setTimeout> } | null = null;

  const flush = () => {
    if (!pendingSave) return;
    clearTimeout(pendingSave.timer);
    const { state } = pendingSave;
    pendingSave = null;
    try {
      store.setItem(key, JSON.stringify(state));
    } catch {
      // The input stays on the screen, so only a reload loses it.
    }
  };
  return {
    load: () => readSaved(store, key, schema),
    save: (state) => {
      if (pendingSave) clearTimeout(pendingSave.timer);
      pendingSave = { state, timer: setTimeout(flush, SAVE_DEBOUNCE_MS) };
    },
    flush,
    clear: () => {
      if (pendingSave) clearTimeout(pendingSave.timer);
      pendingSave = null;
      store.removeItem(key);
    },
  };
}

/**
 * Reads a saved JSON value. Never throws.
 * @returns null if missing or invalid
 */
export function readSaved<S extends v.GenericSchema>(
  store: Pick<Storage, 'getItem'>,
  key: string,
  schema: S,
): v.InferOutput<S> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(store.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Saves a screen's draft on every change, and immediately on unmount or pagehide. */
export function useSavedDraft<State>(draft: SavedDraft<State>, state: State | null): void {
  useEffect(() => {
    if (state !== null) draft.save(state);
  }, [draft, state]);
  useEffect(() => {
    addEventListener('pagehide', draft.flush);
    return () => {
      removeEventListener('pagehide', draft.flush);
      draft.flush();
    };
  }, [draft]);
}
