import { expect, test } from 'vitest';
import { NewsDates } from '#src/features/news/news-item-screen.tsx';
import { renderText } from '../render-text.tsx';

test('an article has the same date as in the list, and labels any other date', () => {
  const created_at = '2026-05-04T12:00:00.000Z';
  const dates = (updated_at: string) => renderText(<NewsDates news={{ created_at, updated_at }} />);
  expect(dates('2026-05-04T12:30:00.000Z')).toBe('4 May 2026');
  expect(dates('2026-06-01T12:00:00.000Z')).toBe('4 May 2026 · Updated 1 Jun 2026');
});
