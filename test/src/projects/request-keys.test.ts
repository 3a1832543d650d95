import { expect, it } from 'vitest';
import { createKeys } from '#src/features/projects/request-keys.ts';

it('gives the same content the same key, also after another content was tried', () => {
  let made = 0;
  const keyOf = createKeys(() => `key-${(made += 1)}`);
  const polna = { streetName: 'Polna 5' };
  const first = keyOf(polna);
  expect(keyOf({ streetName: 'Polna 6' })).not.toBe(first);
  expect(keyOf({ ...polna })).toBe(first);
  expect(made).toBe(2);
});
