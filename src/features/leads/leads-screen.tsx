import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { ListAndDetail } from '#src/features/_shared/listing/list-and-detail.tsx';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LeadList } from './lead-list.tsx';
import { leadsView } from './leads-view.ts';

/** `/leads`, and the list beside a lead on a wide screen. */
export function LeadsScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const list = useListSearch(leadsView);
  const company = useSingleton('self')?.company;
  return (
    <ListAndDetail
      title={t`Leads`}
      placeholder={
        <EmptyState drawing="empty-leads" title={t`Choose a lead`}>
          <Trans>Who the customer is and what comes next is shown here.</Trans>
        </EmptyState>
      }
      list={
        <div className="space-y-4">
          {company?.availability === 0 && <Unavailable />}
          <LeadList {...list} selectedId={uuid} />
        </div>
      }
    />
  );
}

/** Availability is off: existing leads stay, but no new ones arrive. */
function Unavailable() {
  const maySee = useCanSee();
  return (
    <Banner
      tone="warn"
      title={<Trans>No new leads come in</Trans>}
      action={
        maySee(paths.company()) && (
          <LinkButton variant="secondary" {...linkTo(paths.company())}>
            <Trans>Company profile</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>Your company is set as not available. You can change that in its profile.</Trans>
    </Banner>
  );
}
