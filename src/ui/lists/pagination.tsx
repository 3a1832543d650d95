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
  /** Label of a page button, such as "Page 4". */
  pageLabel: (page: number) => string;
}

/** Buttons for the first page, the last page, and three pages around the current one. Renders nothing for one page. */
export function Pagination(props: PaginationProps) {
  const { page, lastPage, onPageChange, label, pageLabel } = props;
  if (lastPage <= 1) return null;
  return (
    // On a phone the arrows go below the numbers, because five numbers fill the width.
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

/** Pagination of a list with texts in the user's language: the first, the last, and a window of three (spec 1 §2). */
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

/** A page number, or a gap of at least two pages. */
type PageSlot = number | 'gap-before' | 'gap-after';

/** Number of pages around the current one (spec 1 §2). */
const WINDOW_SIZE = 3;

/**
 * Returns the page slots: the first page, the last page, and a window of three pages, with gaps for skipped pages. If a
 * gap would skip only one page, that page is shown instead.
 * @param page current page, from 1
 * @param lastPage last page, from 1
 */
export function pageWindow(page: number, lastPage: number): PageSlot[] {
  const finalPage = Math.max(1, lastPage);
  const currentPage = Math.min(finalPage, Math.max(1, page));
  const start = Math.max(1, Math.min(currentPage - 1, finalPage - WINDOW_SIZE + 1));
  const end = Math.min(finalPage, start + WINDOW_SIZE - 1);

  const slots: PageSlot[] = [];
  if (start > 1) slots.push(1);
  if (start === 3) slots.push(2);
  if (start > 3) slots.push('gap-before');
  for (let number = start; number <= end; number += 1) slots.push(number);
  if (end < finalPage - 2) slots.push('gap-after');
  if (end === finalPage - 2) slots.push(finalPage - 1);
  if (end < finalPage) slots.push(finalPage);
  return slots;
}
