import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { CERTIFICATE_SEARCH_LIMIT } from '#schemas/warranty-certificate.ts';
import { singleLine } from '#schemas/single-line.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useWide } from '#src/data/device/use-wide.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { List } from '#src/ui/list.tsx';
import { ListPages } from '#src/ui/list-pages.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import type { Sorting } from '#src/ui/table/sort-rows.ts';
import { useSorted } from '#src/ui/table/use-sorted.ts';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { CertificateFilters } from './certificate-filters.tsx';
import { CertificateRow } from './certificate-row.tsx';
import { CertificateTable, useCertificateColumns } from './certificate-table.tsx';
import {
  allCertificates,
  type CertificateFilter,
  filtered,
  type ListedCertificate,
  pageOfCertificates,
} from './queries.ts';

/** What the list shows; kept by whoever shows it, so that coming back from a certificate finds it again. */
export interface CertificatesView extends CertificateFilter {
  /** Whether everything that a search has found is shown, and not its first three alone. */
  readonly isWhole: boolean;
  /** From 1. */
  readonly page: number;
  /** At a desk: by which column, and which way; null for the newest first. */
  readonly sorting: Sorting | null;
}

export const wholeView: CertificatesView = {
  year: null,
  month: null,
  text: '',
  isWhole: false,
  page: 1,
  sorting: null,
};

interface CertificateListProps {
  view: CertificatesView;
  onViewChange: (view: CertificatesView) => void;
  selectedId: string | undefined;
}

/** The company's certificates by year, month and address, all from this device (spec 2 §2). */
export function CertificateList(props: CertificateListProps) {
  const all = useLiveQuery(allCertificates, []);
  if (!all || all.length === 0) return <NoCertificates />;
  return <Certificates {...props} all={all} />;
}

function Certificates(props: CertificateListProps & { all: readonly ListedCertificate[] }) {
  const { view, onViewChange, selectedId, all } = props;
  const { t } = useLingui();
  const { year, month } = view;
  const text = singleLine(view.text);
  const wide = useWide();
  const columns = useCertificateColumns();
  const newest = useMemo(() => filtered(all, { year, month, text }), [all, year, month, text]);
  const found = useSorted(newest, columns, wide ? view.sorting : null) ?? newest;
  const narrow = (change: Partial<CertificateFilter>) =>
    onViewChange({ ...view, ...change, isWhole: false, page: 1 });
  const sorted = {
    sorting: view.sorting,
    onSortingChange: (sorting: Sorting) => onViewChange({ ...view, sorting, page: 1 }),
  };
  const rows = { found, selectedId, ...sorted };
  return (
    <div className="space-y-4">
      <div className="space-y-4 wide:max-w-(--table)">
        <SearchField
          label={t`Search by address`}
          placeholder={t`Street, postal code or city`}
          value={view.text}
          onValueChange={(typed) => narrow({ text: typed })}
          clearLabel={t`Clear the search`}
        />
        <CertificateFilters filter={view} onFilterChange={narrow} />
      </div>

      <p role="status" className="text-small text-ink-soft">
        <Plural value={found.length} one="# certificate" other="# certificates" />
      </p>
      {found.length === 0 && <NothingFound onShowAll={() => onViewChange(wholeView)} />}
      {found.length > 0 && text !== '' && !view.isWhole && (
        <Suggested {...rows} onShowAll={() => onViewChange({ ...view, isWhole: true })} />
      )}
      {found.length > 0 && (text === '' || view.isWhole) && (
        <Pages
          {...rows}
          asked={view.page}
          onPageChange={(page) => onViewChange({ ...view, page })}
        />
      )}
    </div>
  );
}

interface FoundProps extends Omit<RowsProps, 'shown'> {
  found: readonly CertificateDocument[];
}

/** While one types: the newest three of what is found (spec 2 §9), and the way to all of it. */
function Suggested({ found, onShowAll, ...rows }: FoundProps & { onShowAll: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Rows shown={found.slice(0, CERTIFICATE_SEARCH_LIMIT)} {...rows} />
      {found.length > CERTIFICATE_SEARCH_LIMIT && (
        <Button variant="secondary" fullWidth onClick={onShowAll}>
          {t`Show all ${plural(found.length, { one: '# certificate', other: '# certificates' })}`}
        </Button>
      )}
    </>
  );
}

interface PagesProps extends FoundProps {
  /** From 1. */
  asked: number;
  onPageChange: (page: number) => void;
}

function Pages({ found, asked, onPageChange, ...rows }: PagesProps) {
  const { page, lastPage, shown } = pageOfCertificates(found, asked);
  return (
    <>
      <Rows shown={shown} {...rows} />
      <ListPages page={page} lastPage={lastPage} onPageChange={onPageChange} />
    </>
  );
}

interface RowsProps {
  shown: readonly CertificateDocument[];
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

function Rows(props: RowsProps) {
  const { shown, selectedId } = props;
  const { t } = useLingui();
  const columns = useCertificateColumns();
  if (useWide()) return <CertificateTable {...props} columns={columns} />;
  return (
    <List label={t`Warranty certificates`}>
      {shown.map((certificate) => (
        <CertificateRow
          key={certificate.uuid}
          certificate={certificate}
          selected={certificate.uuid === selectedId}
        />
      ))}
    </List>
  );
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      drawing="search-none"
      title={<Trans>Nothing found</Trans>}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          <Trans>Show all certificates</Trans>
        </Button>
      }
    >
      <Trans>None of your certificates is of this time and address.</Trans>
    </EmptyState>
  );
}

/** They are being read, can't be had now, or there are none. */
function NoCertificates() {
  const { t } = useLingui();
  const emptiness = useEmptiness('certificates');
  if (emptiness === 'loading') {
    return (
      <Skeleton label={t`Loading your certificates`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (emptiness !== 'empty') {
    return (
      <UnknownState why={emptiness}>
        <Trans>Your certificates appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState drawing="empty-certificates" title={<Trans>No certificates yet</Trans>}>
      <Trans>When a project is closed, you can issue a warranty certificate to its customer.</Trans>
    </EmptyState>
  );
}
