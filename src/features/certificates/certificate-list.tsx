import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { CERTIFICATE_SEARCH_LIMIT } from '#schemas/warranty-certificate.ts';
import { normaliseLine } from '#schemas/single-line.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { UnavailableState } from '#src/ui/feedback/unavailable-state.tsx';
import type { ViewOf } from '#src/features/_shared/listing/list-search.ts';
import type { ListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { CertificateFilters } from './certificate-filters.tsx';
import { CertificateRow } from './certificate-row.tsx';
import { CertificateTable, useCertificateColumns } from './certificate-table.tsx';
import type { certificatesView } from './certificates-view.ts';
import {
  allCertificates,
  filterCertificates,
  type ListedCertificate,
  pageOfCertificates,
} from './queries.ts';

interface CertificateListProps extends ListSearch<ViewOf<typeof certificatesView>> {
  selectedId: string | undefined;
}

/** The company's certificates by year, month and address, from the local database (spec 2 §2). */
export function CertificateList(props: CertificateListProps) {
  const all = useLiveQuery(allCertificates, []);
  if (!all || all.length === 0) return <NoCertificates />;
  return <Certificates {...props} all={all} />;
}

function Certificates(props: CertificateListProps & { all: readonly ListedCertificate[] }) {
  const { view, change, search, selectedId, all } = props;
  const { t } = useLingui();
  const { year, month } = view;
  const text = normaliseLine(props.text);
  const wide = useIsWide();
  const columns = useCertificateColumns();
  const newest = useMemo(
    () => filterCertificates(all, { year, month, text }),
    [all, year, month, text],
  );
  const found = useSortedRows(newest, columns, wide ? view.sort : null) ?? newest;
  const sorted = {
    sorting: view.sort,
    onSortingChange: (sort: Sorting) => change({ sort, page: 1 }),
  };
  const showAll = () => search('', { year: null, month: null, page: 1, sort: null, all: false });
  const rows = { found, selectedId, ...sorted };
  return (
    <div className="space-y-4">
      <div className="space-y-4 wide:max-w-(--table)">
        <SearchField
          label={t`Search by address`}
          placeholder={t`Street, postal code or city`}
          value={props.text}
          onValueChange={(typed) => search(typed, { all: false, page: 1 })}
          clearLabel={t`Clear the search`}
        />
        <CertificateFilters
          filter={view}
          onFilterChange={(filter) => change({ ...filter, all: false, page: 1 })}
        />
      </div>

      <p role="status" className="text-small text-ink-soft">
        <Plural value={found.length} one="# certificate" other="# certificates" />
      </p>
      {found.length === 0 && <NothingFound onShowAll={showAll} />}
      {found.length > 0 && text !== '' && !view.all && (
        <Suggested {...rows} onShowAll={() => change({ all: true })} />
      )}
      {found.length > 0 && (text === '' || view.all) && (
        <Pages
          {...rows}
          asked={view.page}
          onPageChange={(page) => change({ page }, { toTop: true })}
        />
      )}
    </div>
  );
}

interface FoundProps extends Omit<RowsProps, 'shown'> {
  found: readonly CertificateDocument[];
}

/** Shown while typing: the newest three results (spec 2 §9), and a button for all. */
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
  /** Page number, from 1. */
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
  if (useIsWide()) return <CertificateTable {...props} columns={columns} />;
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

/** Loading, not available offline, or empty. */
function NoCertificates() {
  const { t } = useLingui();
  const collectionState = useCollectionState('certificates');
  if (collectionState === 'loading') {
    return (
      <Skeleton label={t`Loading your certificates`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (collectionState !== 'empty') {
    return (
      <UnavailableState reason={collectionState}>
        <Trans>Your certificates appear here once you are online.</Trans>
      </UnavailableState>
    );
  }
  return (
    <EmptyState drawing="empty-certificates" title={<Trans>No certificates yet</Trans>}>
      <Trans>When a project is closed, you can issue a warranty certificate to its customer.</Trans>
    </EmptyState>
  );
}
