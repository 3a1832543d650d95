import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { useLingui } from '@lingui/react/macro';

interface PaginationProps {
  /** From 1. */
  page: number;
  lastPage: number;
  onPageChange: (page: number) => void;
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** The name of one page's button, such as "Page 4". */
  pageLabel: (page: number) => string;
}

/** First, last, and three around the current page. Nothing where there is one page. */
export function Pagination(props: PaginationProps) {
  const { page, lastPage, onPageChange, label, pageLabel } = props;
  if (lastPage <= 1) return null;
  return (
    // On a phone the arrows stand under the numbers: five numbers fill its width.
    <nav
      aria-label={label}
      className="grid grid-cols-2 items-center justify-center gap-x-2 min-[30rem]:flex"
    >
      <span className="order-2 justify-self-end min-[30rem]:order-none">
        <IconButton
          label={props.previousLabel}
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
      </span>
      <ul className="order-1 col-span-2 flex min-w-0 items-center justify-center min-[30rem]:order-none">
        {pageWindow(page, lastPage).map((slot) => (
          <li key={slot} className="min-w-0">
            {typeof slot === 'number' ? (
              <button
                type="button"
                aria-label={pageLabel(slot)}
                aria-current={slot === page ? 'page' : undefined}
                onClick={() => onPageChange(slot)}
                className="h-target w-[48px] max-w-full rounded-control font-semibold text-ink-soft tnum hover:bg-surface-sunken aria-[current]:bg-ink aria-[current]:text-surface-raised aria-[current]:forced-color-adjust-none"
              >
                {slot}
              </button>
            ) : (
              <span className="block w-4 text-center text-ink-soft">…</span>
            )}
          </li>
        ))}
      </ul>
      <span className="order-2 min-[30rem]:order-none">
        <IconButton
          label={props.nextLabel}
          icon={<ChevronRight />}
          disabled={page >= lastPage}
          onClick={() => onPageChange(page + 1)}
        />
      </span>
    </nav>
  );
}

interface ListPagesProps {
  /** From 1. */
  page: number;
  lastPage: number;
  onPageChange: (page: number) => void;
}

/** The pages of a list, in words: first, last, and a window of three (spec 1 §2). */
export function ListPages(props: ListPagesProps) {
  const { t } = useLingui();
  return (
    <Pagination
      {...props}
      label={t`Pages`}
      previousLabel={t`Previous page`}
      nextLabel={t`Next page`}
      pageLabel={(number) => t`Page ${number}`}
    />
  );
}

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
