import { expect, test } from 'vitest';
import { currentSheet, signedDay } from '#src/features/handover/queries.ts';

const accepted = { state: 'sent', document: 'ready' } as const;
const waiting = { state: 'waiting', document: null } as const;
const refused = { state: 'refused', document: null } as const;
const unusable = { state: 'sent', document: 'unusable' } as const;

test('the newest sheet is the current one, unless the server rejected it', () => {
  expect(currentSheet([waiting, accepted])).toBe(waiting);
  expect(currentSheet([refused, accepted])).toBe(accepted);
  expect(currentSheet([unusable, refused, accepted])).toBe(accepted);
  expect(currentSheet([refused])).toBeNull();
  expect(currentSheet([])).toBeNull();
});

test('the day of a signature is the day in the region, even near midnight and in summer', () => {
  const day = (captured_at: string) => signedDay({ captured_at }, 'PL');
  expect(day('2026-01-10T22:59:59.999Z')).toBe('2026-01-10');
  expect(day('2026-01-10T23:00:00.000Z')).toBe('2026-01-11');
  expect(day('2026-07-10T22:00:00.000Z')).toBe('2026-07-11');
});
