/** A page number, or a gap of at least one page. */
export type PageSlot = number | 'gap-before' | 'gap-after';

/** How many pages stand around the current one (specification 1, section 2). */
const windowSize = 3;

/**
 * Which pages a pagination shows: first, last, and a window of three with a gap where pages are
 * left out. A gap of a single page is that page.
 * @param page the current page, from 1
 * @param lastPage the last page, from 1
 */
export function pageWindow(page: number, lastPage: number): PageSlot[] {
  const last = Math.max(1, lastPage);
  const current = Math.min(last, Math.max(1, page));
  const start = Math.max(1, Math.min(current - 1, last - windowSize + 1));
  const end = Math.min(last, start + windowSize - 1);

  const slots: PageSlot[] = [];
  if (start > 1) slots.push(1);
  if (start === 3) slots.push(2);
  if (start > 3) slots.push('gap-before');
  for (let number = start; number <= end; number += 1) slots.push(number);
  if (end < last - 2) slots.push('gap-after');
  if (end === last - 2) slots.push(last - 1);
  if (end < last) slots.push(last);
  return slots;
}
