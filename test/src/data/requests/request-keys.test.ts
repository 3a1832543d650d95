import { expect, it } from 'vitest';
import { createKeys, KEY_LIFE_MS } from '#src/data/requests/request-keys.ts';

function world() {
  const texts = new Map<string, string>();
  const store = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
    removeItem: (key: string) => void texts.delete(key),
  };
  const clock = { time: 1_000 };
  const ports = { makeKey: () => crypto.randomUUID(), now: () => clock.time };
  return { texts, clock, start: () => createKeys(store, 'keys', ports) };
}
const polna = { streetName: 'Polna 5' };

it('gives the same content the same key, also after another content was tried', () => {
  const keys = world().start();
  const first = keys.of(polna);
  expect(keys.of({ streetName: 'Polna 6' })).not.toBe(first);
  expect(keys.of({ ...polna })).toBe(first);
});

it('keeps a key over a restart until its answer has come', () => {
  const { start, texts } = world();
  const first = start().of(polna);
  const again = start();
  expect(again.of(polna)).toBe(first);
  again.done(polna);
  expect(texts.size).toBe(0);
  expect(start().of(polna)).not.toBe(first);
});

it('takes the same for something new a day later', () => {
  const { start, clock } = world();
  const keys = start();
  const first = keys.of(polna);
  clock.time += KEY_LIFE_MS;
  expect(keys.of(polna)).not.toBe(first);
  const next = start().of(polna);
  clock.time += KEY_LIFE_MS;
  expect(start().of(polna)).not.toBe(next);
});

it('reads nothing from what it can’t read, and works where nothing can be kept', () => {
  const { start, texts } = world();
  texts.set('keys', '{');
  expect(start().of(polna)).toBeTypeOf('string');
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const ports = { makeKey: () => crypto.randomUUID(), now: () => 0 };
  const keys = createKeys({ getItem: full, setItem: full, removeItem: full }, 'keys', ports);
  expect(keys.of(polna)).toBe(keys.of(polna));
});
