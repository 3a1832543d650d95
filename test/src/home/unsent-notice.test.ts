import { expect, test } from 'vitest';
import { unsentNotice } from '#src/features/home/unsent-notice.ts';

const none = {
  captured: 0,
  waiting: 0,
  refused: 0,
  removals: 0,
  photos: 0,
  closings: 0,
  leads: 0,
  total: 0,
};

test('nothing unsent, nothing said', () => {
  expect(unsentNotice(none)).toEqual({ tone: 'none' });
});

test('what waits is counted once: a photo goes with its scan', () => {
  const counts = { ...none, captured: 1, waiting: 2, closings: 1, photos: 2, total: 4 };
  expect(unsentNotice(counts)).toEqual({ tone: 'waiting', count: 4 });
});

test('what was refused comes first', () => {
  const counts = { ...none, waiting: 3, refused: 1, total: 4 };
  expect(unsentNotice(counts)).toEqual({ tone: 'refused', count: 1, waiting: 3 });
});
