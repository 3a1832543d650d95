import { useEffect } from 'react';
import * as v from 'valibot';

/** A change of a draft is kept after this pause (spec 1 §9), in ms. */
export const SAVE_DEBOUNCE_MS = 1000;

/** Where registrations under way are kept (spec 1 §3, "registration data"); the decor one behind it. */
export const REGISTRATION_KEY = 'club.registration';

/** The part of a browser's storage that is needed. It may throw. */
export interface DraftStore {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** Keeps what somebody is filling in over a reload of the page, or longer, by the store it is given. */
export interface SavedDraft<State> {
  /** What was kept; null when nothing, or nothing readable. */
  load: () => State | null;
  /** Keeps a state a second after the last change. */
  save: (state: State) => void;
  /** Keeps at once what waits to be kept: the page may be going away. */
  flush: () => void;
  clear: () => void;
}

/**
 * @param schema what can be read back; anything else counts as nothing
 */
export function createSavedDraft<S extends v.GenericSchema>(
  store: DraftStore,
  key: string,
  schema: S,
): SavedDraft<v.InferOutput<S>> {
  let waiting: { state: v.InferOutput<S>; timer: ReturnType<typeof setTimeout> } | null = null;

  const flush = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const { state } = waiting;
    waiting = null;
    try {
      store.setItem(key, JSON.stringify(state));
    } catch {
      // Only a reload would miss it.
    }
  };
  return {
    load: () => readSaved(store, key, schema),
    save: (state) => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = { state, timer: setTimeout(flush, SAVE_DEBOUNCE_MS) };
    },
    flush,
    clear: () => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = null;
      store.removeItem(key);
    },
  };
}

/**
 * What a browser's store has kept under a name as JSON. Never throws.
 * @returns null when that is nothing, or can't be read
 */
export function readSaved<S extends v.GenericSchema>(
  store: Pick<Storage, 'getItem'>,
  name: string,
  schema: S,
): v.InferOutput<S> | null {
  try {
    const kept = v.safeParse(schema, JSON.parse(store.getItem(name) ?? 'null'));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}

/** Keeps a screen's draft with every change, and at once when the screen or the page goes away. */
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
