import * as v from 'valibot';
import { type LoginState, loginState } from './login-state.ts';

const KEY = 'club.login';
/** A change is kept after this pause (spec 1 §9), in ms. */
export const SAVE_DEBOUNCE_MS = 1000;

/** The part of `sessionStorage` that is needed. It may throw. */
export interface SessionText {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** Keeps a sign-in over a reload of the page, as long as the tab lives. */
export interface LoginMemory {
  /** What was kept; null when nothing, or nothing readable. */
  recall: () => LoginState | null;
  /** Keeps a state a second after the last change. */
  remember: (state: LoginState) => void;
  /** Keeps at once what waits to be kept: the page may be going away. */
  flush: () => void;
  forget: () => void;
}

export function createLoginMemory(store: SessionText): LoginMemory {
  let waiting: { state: LoginState; timer: ReturnType<typeof setTimeout> } | null = null;

  const flush = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const { state } = waiting;
    waiting = null;
    try {
      store.setItem(KEY, JSON.stringify(state));
    } catch {
      // Only a reload would miss it.
    }
  };
  return {
    recall: () => {
      try {
        const kept = v.safeParse(loginState, JSON.parse(store.getItem(KEY) ?? 'null'));
        return kept.success ? kept.output : null;
      } catch {
        return null;
      }
    },
    remember: (state) => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = { state, timer: setTimeout(flush, SAVE_DEBOUNCE_MS) };
    },
    flush,
    forget: () => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = null;
      store.removeItem(KEY);
    },
  };
}
