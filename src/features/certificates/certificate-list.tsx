import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useDebounced } from '#src/data/time/use-debounced.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { List } from '#src/ui/list.tsx';
import { ListPages } from '#src/ui/list-pages.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { CertificateFilters } from './certificate-filters.tsx';
import { CertificateRow } from './certificate-row.tsx';
import { CertificateSearch } from './certificate-search.tsx';
import {
  allCertificates,
  type CertificateFilter,
  filtered,
  type ListedCertificate,
  pageOfCertificates,
} from './queries.ts';

/** The list waits this long for the next letter, in ms; what is suggested comes at once. */
const SEARCH_DEBOUNCE_MS = 500;

/** What the list shows; kept by whoever shows it, so that coming back from a certificate finds it again. */
export interface CertificatesView extends CertificateFilter {
  /** From 1. */
  readonly page: number;
}

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
  const { year, month } = view;
  const text = useDebounced(view.text.trim(), SEARCH_DEBOUNCE_MS);
  const found = useMemo(() => filtered(all, { year, month, text }), [all, year, month, text]);
  const narrow = (change: Partial<CertificateFilter>) =>
    onViewChange({ ...view, ...change, page: 1 });
  return (
    <div className="space-y-4">
      <CertificateSearch
        all={all}
        filter={view}
        onTextChange={(typed) => narrow({ text: typed })}
      />
      <CertificateFilters filter={view} onFilterChange={narrow} />
      <p role="status" className="text-small text-ink-soft">
        <Plural value={found.length} one="# certificate" other="# certificates" />
      </p>
      {found.length === 0 ? (
        <NothingFound onShowAll={() => narrow({ year: null, month: null, text: '' })} />
      ) : (
        <Rows
          found={found}
          asked={view.page}
          onPageChange={(page) => onViewChange({ ...view, page })}
          selectedId={selectedId}
        />
      )}
    </div>
  );
}

interface RowsProps {
  found: readonly CertificateDocument[];
  asked: number;
  onPageChange: (page: number) => void;
  selectedId: string | undefined;
}

function Rows({ found, asked, onPageChange, selectedId }: RowsProps) {
  const { t } = useLingui();
  const { page, lastPage, shown } = pageOfCertificates(found, asked);
  return (
    <>
      <List label={t`Warranty certificates`}>
        {shown.map((certificate) => (
          <CertificateRow
            key={certificate.uuid}
            certificate={certificate}
            selected={certificate.uuid === selectedId}
          />
        ))}
      </List>
      <ListPages page={page} lastPage={lastPage} onPageChange={onPageChange} />
    </>
  );
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      drawing="search"
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
    <EmptyState drawing="projects" title={<Trans>No certificates yet</Trans>}>
      <Trans>When a project is closed, you can issue a warranty certificate to its customer.</Trans>
    </EmptyState>
  );
}
