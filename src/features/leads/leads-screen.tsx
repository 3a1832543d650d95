import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { memo, useDeferredValue } from 'react';
import * as v from 'valibot';
import { leadGroups, type LeadGroup } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { ListAndDetail } from '#src/features/_shared/listing/list-and-detail.tsx';
import {
  type ViewOf,
  oneOf,
  pageNumber,
  sortingBy,
} from '#src/features/_shared/listing/list-search.ts';
import { useListSearch, type ListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { List } from '#src/ui/lists/list.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useLeadLabels } from './lead-labels.ts';
import { LeadRow, LeadTable } from './lead-table.tsx';
import { countByGroup, leadsOfGroup } from './queries.ts';

/** `/leads`, and the list next to a lead on a wide screen. */
export function LeadsScreen() {
  const { t } = useLingui();
  const openParams = useParams({ from: '/signed-in/leads/$uuid', shouldThrow: false });
  const archivedParams = useParams({ from: '/signed-in/leads/$uuid/archive', shouldThrow: false });
  const uuid = (openParams ?? archivedParams)?.uuid;
  const listSearch = useListSearch('/leads', leadsView);
  const company = useSingleton('self')?.company;
  return (
    <ListAndDetail
      title={t`Leads`}
      openId={uuid}
      placeholder={
        <EmptyState drawing="empty-leads" title={t`Choose a lead`}>
          <Trans>Customer details and the next step appear here.</Trans>
        </EmptyState>
      }
      list={
        <div className="space-y-4">
          {company?.availability === 0 && <NotAvailableNotice />}
          <LeadList {...listSearch} selectedId={uuid} />
        </div>
      }
    />
  );
}

/** Shown while availability is off: existing leads stay, but no new ones arrive. */
function NotAvailableNotice() {
  const canSee = useCanSee();
  return (
    <Banner
      tone="warn"
      title={<Trans>You aren’t receiving new leads</Trans>}
      action={
        canSee(paths.company()) && (
          <LinkButton variant="secondary" {...linkTo(paths.company())}>
            <Trans>Your company</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>“Available for leads” is off. Turn it on under “Your company”.</Trans>
    </Banner>
  );
}

/** Page size; each press of "Show more" adds another page (spec 1 §9). */
const LEADS_PAGE = 30;
/** Number of rows in the first render. They fill the tallest phone at the smallest font size. */
const FIRST_ROWS = 12;

type View = ViewOf<typeof leadsView>;

interface LeadListProps extends Pick<ListSearch<View>, 'view' | 'change'> {
  selectedId: string | undefined;
}

/** The company's leads in their four groups, with counts (spec 1 §2 "Leads"). */
function LeadList({ view, change, selectedId }: LeadListProps) {
  const { t } = useLingui();
  const labels = useLeadLabels();
  const counts = useLiveQuery(countByGroup, []);
  return (
    <div className="space-y-4">
      <FilterChips
        label={t`Group`}
        name="group"
        value={view.group}
        onValueChange={(group) => change({ group: group as LeadGroup, page: 1, sort: null })}
        options={leadGroups.map((group) => ({
          value: group,
          label: labels.group(group),
          count: counts?.[group],
        }))}
      />
      <LeadsOfGroup
        key={view.group}
        view={view}
        count={counts?.[view.group]}
        onShowMore={() => change({ page: view.page + 1 }, { replace: true })}
        onSortingChange={(sort) => change({ sort })}
        selectedId={selectedId}
      />
    </div>
  );
}

interface LeadsOfGroupProps {
  view: View;
  count: number | undefined;
  onShowMore: () => void;
  onSortingChange: (sorting: Sorting) => void;
  selectedId: string | undefined;
}

function LeadsOfGroup(props: LeadsOfGroupProps) {
  const { view, count, onShowMore, onSortingChange, selectedId } = props;
  const { group, sort: sorting } = view;
  const limit = view.page * LEADS_PAGE;
  const labels = useLeadLabels();
  const isWide = useIsWide();
  // Sorting by a column needs all leads, but the default order needs only the first ones.
  const readLimit = isWide && sorting ? undefined : limit;
  const latestLeads = useLiveQuery(
    (account) => leadsOfGroup(account, group, readLimit),
    [group, readLimit],
  );
  // Keep showing the current leads while more load.
  const leads = useLastDefined(latestLeads);
  if (!leads || leads.length === 0) return <NoLeads group={group} isReading={!leads} />;
  const more = (count ?? 0) - Math.min(leads.length, limit);
  const rowProps = { leads, label: labels.group(group), selectedId };
  return (
    <>
      {isWide ? (
        <LeadTable
          {...rowProps}
          group={group}
          limit={limit}
          sorting={sorting}
          onSortingChange={onSortingChange}
        />
      ) : (
        <Rows {...rowProps} />
      )}
      {more > 0 && (
        <Button variant="secondary" fullWidth onClick={onShowMore}>
          <Trans>Show more ({more} left)</Trans>
        </Button>
      )}
    </>
  );
}

interface RowsProps {
  leads: readonly LeadDocument[];
  label: string;
  selectedId: string | undefined;
}

/**
 * Rows of the leads. They are memoised, so that new counts don't rerender them. The first render only has a screenful
 * of rows, which appears sooner on slow phones.
 */
const Rows = memo(function Rows({ leads, label, selectedId }: RowsProps) {
  const clock = useRegionalClock();
  const deferredCount = useDeferredValue(leads.length, FIRST_ROWS);
  return (
    <List label={label}>
      {leads.slice(0, deferredCount).map((lead) => (
        <LeadRow key={lead.uuid} lead={lead} clock={clock} selected={lead.uuid === selectedId} />
      ))}
    </List>
  );
});

function NoLeads({ group, isReading }: { group: LeadGroup; isReading: boolean }) {
  const { t } = useLingui();
  const titles: Record<LeadGroup, string> = {
    open: t`No open leads`,
    scheduled: t`Nothing scheduled`,
    completed: t`No completed leads yet`,
    other: t`No other leads`,
  };
  const texts: Record<LeadGroup, string> = {
    open: t`A lead is a customer looking for an installer. New leads appear here.`,
    scheduled: t`Leads with an agreed date appear here until their project is closed.`,
    completed: t`Leads with a closed project appear here.`,
    other: t`Rejected, lost and expired leads appear here.`,
  };
  return (
    <EmptyList
      collection="leads"
      isReading={isReading}
      skeleton={<SkeletonList label={t`Loading leads`} />}
      offlineText={<Trans>Your leads appear here once you’re online.</Trans>}
    >
      <EmptyState drawing="empty-leads" title={titles[group]}>
        {texts[group]}
      </EmptyState>
    </EmptyList>
  );
}

/** Search parameters of `/leads`; `page` is the number of pages shown. */
const leadsView = v.object({
  group: oneOf(leadGroups, 'open'),
  page: pageNumber,
  sort: sortingBy(['customer', 'windows', 'step', 'left', 'moved']),
});
