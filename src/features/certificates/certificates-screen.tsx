import { plural } from '@lingui/core/macro';
import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { useMemo } from 'react';
import * as v from 'valibot';
import { type CertificateDocument, FIRST_CERTIFICATE_YEAR } from '#schemas/certificate.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { CERTIFICATE_SEARCH_LIMIT } from '#schemas/warranty-certificate.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { ListAndDetail } from '#src/features/_shared/listing/list-and-detail.tsx';
import {
  type ViewOf,
  numberOrNull,
  pageNumber,
  sortingBy,
  flag,
} from '#src/features/_shared/listing/list-search.ts';
import { useListSearch, type ListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { SelectField, type SelectOption } from '#src/ui/fields/select-field.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { CertificateRow, CertificateTable, useCertificateColumns } from './certificate-table.tsx';
import {
  allCertificates,
  filterCertificates,
  type ListedCertificate,
  pageOfCertificates,
  type CertificateFilter,
} from './queries.ts';

/** `/warranty-certificates`, and the list next to a certificate on a wide screen (spec 2 §2). */
export function CertificatesScreen() {
  const { t } = useLingui();
  const uuid = useParams({
    from: '/signed-in/warranty-certificates/$uuid',
    shouldThrow: false,
  })?.uuid;
  const listSearch = useListSearch('/warranty-certificates', certificatesView);
  return (
    <ListAndDetail
      title={t`Warranty certificates`}
      openId={uuid}
      placeholder={
        <EmptyState drawing="empty-certificates" title={t`Choose a certificate`}>
          <Trans>Its coverage and expiry date appear here.</Trans>
        </EmptyState>
      }
      list={<CertificateList {...listSearch} selectedId={uuid} />}
      action={(isFooter) => (
        <LinkButton
          variant={isFooter ? 'primary' : 'secondary'}
          fullWidth={isFooter}
          size={isFooter ? 'large' : 'normal'}
          icon={<FilePlus2 />}
          {...linkTo(paths.warrantyCertificateCreate())}
        >
          <Trans>New certificate</Trans>
        </LinkButton>
      )}
    />
  );
}

interface CertificateListProps extends ListSearch<ViewOf<typeof certificatesView>> {
  selectedId: string | undefined;
}

/**
 * Lists the company's certificates from the local database. They can be filtered by year, month and address (spec 2
 * §2).
 */
function CertificateList(props: CertificateListProps) {
  const entries = useLiveQuery(allCertificates, []);
  if (!entries || entries.length === 0) return <NoCertificates />;
  return <Certificates {...props} entries={entries} />;
}

function Certificates(props: CertificateListProps & { entries: readonly ListedCertificate[] }) {
  const { view, change, search, selectedId, entries } = props;
  const { t } = useLingui();
  const { year, month } = view;
  const text = normaliseLine(props.text);
  const isWide = useIsWide();
  const columns = useCertificateColumns();
  const filteredCertificates = useMemo(
    () => filterCertificates(entries, { year, month, text }),
    [entries, year, month, text],
  );
  const results =
    useSortedRows(filteredCertificates, columns, isWide ? view.sort : null) ?? filteredCertificates;
  const sortProps = {
    sorting: view.sort,
    onSortingChange: (sort: Sorting) => change({ sort, page: 1 }),
  };
  const showAll = () => search('', { year: null, month: null, page: 1, sort: null, all: false });
  const rowProps = { results, selectedId, ...sortProps };
  return (
    <div className="space-y-4">
      <div className="space-y-4 wide:max-w-(--table)">
        <SearchField
          label={t`Search by address`}
          placeholder={t`Street, postal code or city`}
          value={props.text}
          onValueChange={(text) => search(text, { all: false, page: 1 })}
          clearLabel={t`Clear search`}
        />
        <CertificateFilters
          filter={view}
          onFilterChange={(filter) => change({ ...filter, all: false, page: 1 })}
        />
      </div>

      <p role="status" className="text-small text-ink-soft">
        <Plural value={results.length} one="# certificate" other="# certificates" />
      </p>
      {results.length === 0 && <NothingFound onShowAll={showAll} />}
      {results.length > 0 && text !== '' && !view.all && (
        <FirstResults {...rowProps} onShowAll={() => change({ all: true })} />
      )}
      {results.length > 0 && (text === '' || view.all) && (
        <Pages
          {...rowProps}
          requestedPage={view.page}
          onPageChange={(page) => change({ page }, { scrollToTop: true })}
        />
      )}
    </div>
  );
}

interface ResultsProps extends Omit<RowsProps, 'certificates'> {
  results: readonly CertificateDocument[];
}

/** Shown while the user is typing: the first three results (spec 2 §9), and a button that shows all of them. */
function FirstResults({
  results,
  onShowAll,
  ...rowProps
}: ResultsProps & { onShowAll: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Rows certificates={results.slice(0, CERTIFICATE_SEARCH_LIMIT)} {...rowProps} />
      {results.length > CERTIFICATE_SEARCH_LIMIT && (
        <Button variant="secondary" fullWidth onClick={onShowAll}>
          {t`Show all ${plural(results.length, { one: '# certificate', other: '# certificates' })}`}
        </Button>
      )}
    </>
  );
}

interface PagesProps extends ResultsProps {
  /** Page number, from 1. */
  requestedPage: number;
  onPageChange: (page: number) => void;
}

function Pages({ results, requestedPage, onPageChange, ...rowProps }: PagesProps) {
  const { page, lastPage, certificates } = pageOfCertificates(results, requestedPage);
  return (
    <>
      <Rows certificates={certificates} {...rowProps} />
      <ListPages page={page} lastPage={lastPage} onPageChange={onPageChange} />
    </>
  );
}

interface RowsProps {
  certificates: readonly CertificateDocument[];
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

function Rows(props: RowsProps) {
  const { certificates, selectedId } = props;
  const { t } = useLingui();
  const columns = useCertificateColumns();
  if (useIsWide()) return <CertificateTable {...props} columns={columns} />;
  return (
    <List label={t`Warranty certificates`}>
      {certificates.map((certificate) => (
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
      title={<Trans>No certificates found</Trans>}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          <Trans>Show all certificates</Trans>
        </Button>
      }
    >
      <Trans>Check the address, or choose another year or month.</Trans>
    </EmptyState>
  );
}

/** Shown in place of the list while it's loading, while it isn't available offline, or if it's empty. */
function NoCertificates() {
  const { t } = useLingui();
  return (
    <EmptyList
      collection="certificates"
      skeleton={<SkeletonList label={t`Loading your certificates`} />}
      offlineText={<Trans>Your certificates appear here once you’re online.</Trans>}
    >
      <EmptyState drawing="empty-certificates" title={<Trans>No certificates yet</Trans>}>
        <Trans>
          When you close a project, you can issue a warranty certificate to the customer.
        </Trans>
      </EmptyState>
    </EmptyList>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

interface CertificateFiltersProps {
  filter: Pick<CertificateFilter, 'year' | 'month'>;
  onFilterChange: (change: Partial<Pick<CertificateFilter, 'year' | 'month'>>) => void;
}

/** Filters by date of issue: a year from 2025 (spec 2 §9), and a month. */
function CertificateFilters({ filter, onFilterChange }: CertificateFiltersProps) {
  const { t } = useLingui();
  const monthName = useMonthName();
  const thisYear = Number(useToday().slice(0, 4));
  const years: SelectOption[] = [];
  for (let year = thisYear; year >= FIRST_CERTIFICATE_YEAR; year -= 1) {
    years.push({ value: String(year), label: String(year) });
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
      <SelectField
        label={t`Year`}
        placeholder={t`All years`}
        options={years}
        value={filter.year ?? ''}
        onChange={({ target }) => onFilterChange({ year: Number(target.value) || null })}
      />
      <SelectField
        label={t`Month`}
        placeholder={t`All months`}
        options={MONTHS.map((month) => ({ value: String(month), label: monthName(month) }))}
        value={filter.month ?? ''}
        onChange={({ target }) => onFilterChange({ month: Number(target.value) || null })}
      />
    </div>
  );
}

/** Returns a function that gives the localised, capitalised name of a month from 1 to 12. */
function useMonthName(): (month: number) => string {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(formattingLocale(locale), {
      month: 'long',
      timeZone: 'UTC',
    });
    return (month) => {
      const name = format.format(Date.UTC(FIRST_CERTIFICATE_YEAR, month - 1, 1));
      return name.charAt(0).toLocaleUpperCase(formattingLocale(locale)) + name.slice(1);
    };
  }, [locale]);
}

/** Search parameters of `/warranty-certificates`. */
const certificatesView = v.object({
  year: numberOrNull(FIRST_CERTIFICATE_YEAR, 9999),
  /** 1 to 12. */
  month: numberOrNull(1, 12),
  page: pageNumber,
  sort: sortingBy(['address', 'issued', 'customer']),
  /** True to show all search results, not only the first three. */
  all: flag,
});
