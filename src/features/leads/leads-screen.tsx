import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useDesk } from '#src/data/device/use-desk.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { DeskPanes } from '#src/ui/desk-panes.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { LeadList, LEADS_PAGE, type LeadView } from './lead-list.tsx';

/** `/leads`, and the list beside a lead on a wide screen. */
export function LeadsScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const desk = useDesk();
  const [view, setView] = useState<LeadView>({ group: 'open', limit: LEADS_PAGE });
  const company = useSingleton('self')?.company;
  const list = (
    <div className="space-y-4">
      {company?.availability === 0 && <Unavailable />}
      <LeadList view={view} onViewChange={setView} selectedId={uuid} />
    </div>
  );

  if (desk) {
    return (
      <DeskPanes title={t`Leads`} list={list}>
        <Outlet />
      </DeskPanes>
    );
  }
  return uuid ? <Outlet /> : <ListPage>{list}</ListPage>;
}

/** The list alone, as a phone shows it. */
function ListPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  usePageTitle(t`Leads`);
  return <Page title={t`Leads`}>{children}</Page>;
}

/** Availability is off: what is there stays, new ones don't come. */
function Unavailable() {
  const maySee = useMaySee();
  return (
    <Banner
      tone="warn"
      title={<Trans>No new leads come in</Trans>}
      action={
        maySee(paths.company()) && (
          <LinkButton variant="secondary" {...linkTo(paths.company())}>
            <Trans>To the company</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>
        Your company has set itself as not available. You can change that in its profile.
      </Trans>
    </Banner>
  );
}
