import { expect, test } from 'vitest';
import { unsentCounts } from '#sync/outbox/counts.ts';
import { unsentNotice } from '#src/features/home/unsent-notice.ts';

const none = unsentCounts({});

test('nothing unsent, nothing said', () => {
  expect(unsentNotice(none)).toEqual({ tone: 'none' });
});

test('before it was counted nothing is said either', () => {
  expect(unsentNotice(null)).toEqual({ tone: 'none' });
});

test('what waits is counted once: a photo goes with its scan, and what is in no project stands apart', () => {
  const kinds = { scan: { captured: 1, waiting: 2 }, closing: { waiting: 1 } };
  const counts = unsentCounts(kinds, 2);
  expect(unsentNotice(counts)).toEqual({ tone: 'waiting', count: 3, captured: 1 });
});

test('products that only wait for the person are not called unsent', () => {
  const counts = unsentCounts({ scan: { captured: 3 } });
  expect(unsentNotice(counts)).toEqual({ tone: 'captured', count: 3 });
});

test('a lead whose change was refused is refused, one that waits is waiting', () => {
  const counts = unsentCounts({ scan: { waiting: 1 }, lead: { waiting: 2, refused: 1 } });
  expect(unsentNotice(counts)).toEqual({ tone: 'refused', count: 1, waiting: 3, captured: 0 });
});

test('what was refused comes first', () => {
  const counts = unsentCounts({ scan: { captured: 2, waiting: 3, refused: 1 } });
  expect(unsentNotice(counts)).toEqual({ tone: 'refused', count: 1, waiting: 3, captured: 2 });
});

test('a mark that is only passed on is no work', () => {
  expect(unsentNotice(unsentCounts({ reading: { waiting: 2 } }))).toEqual({ tone: 'none' });
});
