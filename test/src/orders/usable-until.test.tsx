import { expect, test } from 'vitest';
import { UsableUntil } from '#src/features/orders/usable-until.tsx';
import { wordsOf } from '../draw.tsx';

test('a voucher is good until its end, and not after it', () => {
  const end = '2026-11-12T10:00:00.000Z';
  const at = (moment: string) => wordsOf(<UsableUntil moment={end} now={Date.parse(moment)} />);
  expect(at('2026-11-12T09:59:59.000Z')).toMatch(/^Good until .*12/);
  expect(at(end)).toMatch(/^Expired on .*12/);
});
