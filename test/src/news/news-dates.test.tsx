import { expect, test } from 'vitest';
import { NewsDates } from '#src/parts/news-article.tsx';
import { renderText } from '../render-text.tsx';

test('an article shows the same date as the list, and labels any other date', () => {
  const created_at = '2026-05-04T12:00:00.000Z';
  const date = (moment: string) => moment.slice(0, 10);
  const dates = (updated_at: string) =>
    renderText(<NewsDates news={{ created_at, updated_at }} date={date} />);
  expect(dates('2026-05-04T12:30:00.000Z')).toBe('2026-05-04');
  expect(dates('2026-06-01T12:00:00.000Z')).toBe('2026-05-04 · Updated 2026-06-01');
});
