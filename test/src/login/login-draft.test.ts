import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SAVE_DEBOUNCE_MS } from '#src/data/drafts/saved-draft.ts';
import { createLoginDraft, initialLoginState } from '#src/features/login/login-state.ts';

function session() {
  const map = new Map<string, string>();
  let writes = 0;
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      writes += 1;
      map.set(key, value);
    },
    removeItem: (key: string) => void map.delete(key),
    writes: () => writes,
    spoil: (text: string) => [...map.keys()].forEach((key) => map.set(key, text)),
  };
}

const state = { ...initialLoginState('PL'), step: 'id' as const, phone: '501 234 567' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a saved sign-in', () => {
  test('is written only once, a second after the last change', () => {
    const store = session();
    const memory = createLoginDraft(store);
    memory.save(initialLoginState('PL'));
    vi.advanceTimersByTime(SAVE_DEBOUNCE_MS - 1);
    memory.save(state);
    vi.advanceTimersByTime(SAVE_DEBOUNCE_MS - 1);
    expect(store.writes()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(store.writes()).toBe(1);
    expect(createLoginDraft(store).load()).toEqual(state);
  });

  test('isn’t lost when the page closes', () => {
    const store = session();
    const memory = createLoginDraft(store);
    memory.save(state);
    memory.flush();
    expect(createLoginDraft(store).load()).toEqual(state);
  });

  test('isn’t restored by a late write after it was deleted', () => {
    const store = session();
    const memory = createLoginDraft(store);
    memory.save(state);
    memory.flush();
    memory.save(state);
    memory.clear();
    vi.advanceTimersByTime(SAVE_DEBOUNCE_MS);
    expect(createLoginDraft(store).load()).toBeNull();
  });

  test.each(['', '{}', '{"step":"elsewhere"}', 'null'])('ignores foreign data: %j', (text) => {
    const store = session();
    const memory = createLoginDraft(store);
    memory.save(state);
    memory.flush();
    store.spoil(text);
    expect(memory.load()).toBeNull();
  });
});
