import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { pageWindow } from './page-window.ts';

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
