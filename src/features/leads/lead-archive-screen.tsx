import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import { leadViewOf } from '#schemas/lead-status.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useGo } from '#src/app/use-go.ts';
import { customerName, customerTown } from '#schemas/customer-text.ts';
import { CustomerCard, LeadRequest } from './customer-card.tsx';
import { InstallationDate } from './installation-date.tsx';
import { LeadBadge, LeadSyncMark } from './lead-table.tsx';
import { LeadDecision, LeadNotices } from './lead-notices.tsx';
import { LeadNotes } from './lead-notes.tsx';
import { leadRoute, leadById } from './queries.ts';
import { NoLead } from './no-lead.tsx';
import { useLeadLabels, useMoveText } from './lead-labels.ts';

/** `/leads/{uuid}/archive`: a finished or lost lead, with its outcome. */
export function LeadArchiveScreen() {
  const { uuid } = useParams({ from: '/signed-in/leads/$uuid/archive' });
  const lead = useLiveQuery((account) => leadById(account, uuid), [uuid]);
  const go = useGo();
  const belongsElsewhere = lead && leadViewOf(lead.status) !== 'archive';
  useEffect(() => {
    if (belongsElsewhere) go(leadRoute(lead), { replace: true });
  }, [belongsElsewhere, lead, go]);

  if (!lead) return <NoLead isLoading={lead === undefined} />;
  if (belongsElsewhere) return <NoLead isLoading />;
  return <ArchivedLead lead={lead} />;
}

function ArchivedLead({ lead }: { lead: LeadDocument }) {
  const name = customerName(lead.customer_info);
  usePageTitle(name);
  return (
    <Page
      title={name}
      subtitle={customerTown(lead.customer_info)}
      avatar={<Avatar name={name} size="large" />}
      footer={lead.state === 'refused' && <LeadDecision lead={lead} />}
    >
      <div className="space-y-7">
        <div className="space-y-3">
          <LeadNotices lead={lead} />
          <Outcome lead={lead} />
        </div>
        <LeadRequest lead={lead} />
        <CustomerCard customer={toProjectLead(lead)} />
        <InstallationDate date={lead.expected_installation_date} lead={null} />
        <LeadNotes notes={lead.NotesFromVELUXClub} lead={lead} />
      </div>
    </Page>
  );
}

/** The outcome: actor, date and reasons. */
function Outcome({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const labels = useLeadLabels();
  const moveText = useMoveText();
  const { project_id: projectId, reasons } = lead;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3">
        <LeadBadge status={lead.status} />
        <LeadSyncMark state={lead.state} />
      </div>
      <p className="mt-3">{moveText(lead)}</p>
      {reasons.length > 0 && (
        <>
          <h2 className="mt-4 font-semibold">{t`Reasons`}</h2>
          <ul className="mt-1 list-disc space-y-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{labels.reason(reason)}</li>
            ))}
          </ul>
        </>
      )}
      {projectId !== null && (
        <div className="mt-4">
          <LinkButton variant="secondary" {...linkTo(paths.project(projectId))}>
            <Trans>View project</Trans>
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
