import { useLingui } from '@lingui/react/macro';
import { Pagination } from './pagination.tsx';

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
