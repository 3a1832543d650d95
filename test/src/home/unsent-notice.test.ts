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
  closingsRefused: 0,
  leadsRefused: 0,
  chats: 0,
  chatsRefused: 0,
  total: 0,
  refusedTotal: 0,
};

test('nothing unsent, nothing said', () => {
  expect(unsentNotice(none)).toEqual({ tone: 'none' });
});

test('before it was counted nothing is said either', () => {
  expect(unsentNotice(null)).toEqual({ tone: 'none' });
});

test('what waits is counted once: a photo goes with its scan', () => {
  const counts = { ...none, captured: 1, waiting: 2, closings: 1, photos: 2, total: 4 };
  expect(unsentNotice(counts)).toEqual({ tone: 'waiting', count: 4 });
});

test('a lead whose change was refused is refused, one that waits is waiting', () => {
  const counts = { ...none, waiting: 1, leads: 3, leadsRefused: 1, total: 4, refusedTotal: 1 };
  expect(unsentNotice(counts)).toEqual({ tone: 'refused', count: 1, waiting: 3 });
});

test('what was refused comes first', () => {
  const counts = { ...none, waiting: 3, refused: 1, total: 4, refusedTotal: 1 };
  expect(unsentNotice(counts)).toEqual({ tone: 'refused', count: 1, waiting: 3 });
});
