import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
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
    <nav aria-label={label} className="flex items-center justify-center gap-1">
      <IconButton
        label={props.previousLabel}
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      />
      <ul className="flex min-w-0 flex-wrap items-center justify-center gap-1">
        {pageWindow(page, lastPage).map((slot) => (
          <li key={slot}>
            {typeof slot === 'number' ? (
              <button
                type="button"
                aria-label={pageLabel(slot)}
                aria-current={slot === page ? 'page' : undefined}
                onClick={() => onPageChange(slot)}
                className="min-h-target min-w-10 rounded-control px-1 font-semibold text-ink-soft tnum hover:bg-surface-sunken aria-[current]:bg-ink aria-[current]:text-surface-raised"
              >
                {slot}
              </button>
            ) : (
              <span className="block min-w-6 text-center text-ink-soft">…</span>
            )}
          </li>
        ))}
      </ul>
      <IconButton
        label={props.nextLabel}
        icon={<ChevronRight />}
        disabled={page >= lastPage}
        onClick={() => onPageChange(page + 1)}
      />
    </nav>
  );
}
