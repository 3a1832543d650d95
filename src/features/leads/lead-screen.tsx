import { useParams } from '@tanstack/react-router';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import { leadViewOf } from '#schemas/lead-steps.ts';
import { hasUnsavedForm } from '#src/data/drafts/unsaved-forms.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useGo } from '#src/app/use-go.ts';
import { AgreementStep } from './agreement-step.tsx';
import { customerName, customerTown } from '#src/data/text/customer-text.ts';
import { CustomerCard } from './customer-card.tsx';
import { ContactActions } from './contact-actions.tsx';
import { InstallationDate } from './installation-date.tsx';
import { LeadDecision } from './lead-decision.tsx';
import { LeadNotes } from './lead-notes.tsx';
import { LeadNotices } from './lead-notices.tsx';
import { leadRoute } from './lead-route.ts';
import { LeadRequest } from './lead-request.tsx';
import { LeadTags } from './lead-tags.tsx';
import { NoLead } from './no-lead.tsx';
import { leadById } from './queries.ts';
import { RejectLead } from './reject-lead.tsx';
import { StepActions } from './step-actions.tsx';

/** `/leads/{uuid}`: an open lead; redirects if it belongs on another screen. */
export function LeadScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const lead = useHeldLead(useLiveQuery((account) => leadById(account, uuid), [uuid]));
  const go = useGo();
  const place = lead ? leadRoute(lead) : null;
  const isElsewhere = place !== null && place !== paths.lead(uuid);
  useEffect(() => {
    if (isElsewhere) go(place, { replace: true });
  }, [isElsewhere, place, go]);

  if (!lead) return <NoLead isLoading={lead === undefined} />;
  if (isElsewhere) return <NoLead isLoading />;
  return <ShownLead key={uuid} lead={lead} />;
}

/**
 * Freezes the lead while a form has unsaved input, so that a colleague's change or an expiry
 * doesn't discard it. Saving is then a normal edit, which the server may reject.
 */
function useHeldLead(now: LeadDocument | null | undefined) {
  const isHeld = useSyncExternalStore(hasUnsavedForm.subscribe, hasUnsavedForm.current);
  const [shown, setShown] = useState(now);
  if (!isHeld && shown !== now) setShown(now);
  return isHeld ? shown : now;
}

function ShownLead({ lead }: { lead: LeadDocument }) {
  const form = useId();
  const [submitting, setSubmitting] = useState(false);
  const name = customerName(lead.customer_info);
  const isRefused = lead.state === 'refused';
  const isAtSteps = leadViewOf(lead.status) === 'steps';
  const isAgreeing = lead.status === 'contacted' && !isRefused;
  usePageTitle(name);
  const { hasContacted, onContact } = useHasContacted(lead.uuid);
  return (
    <Page
      title={name}
      subtitle={customerTown(lead.customer_info)}
      avatar={<Avatar name={name} size="large" />}
      footer={
        isRefused ? (
          <LeadDecision lead={lead} />
        ) : (
          isAtSteps && <StepActions {...{ lead, hasContacted, form, submitting }} />
        )
      }
    >
      <div className="space-y-7">
        <div className="space-y-4">
          <LeadTags lead={lead} />
          <LeadNotices lead={lead} />
          <ContactActions
            customer={lead}
            isMain={lead.status === 'interested' && !hasContacted && !isRefused}
            onContact={onContact}
          />
        </div>
        {isAgreeing && <AgreementStep lead={lead} form={form} onSubmitting={setSubmitting} />}
        <LeadRequest lead={lead} />
        <CustomerCard customer={toProjectLead(lead)} withoutFirst />
        <LeadNotes notes={lead.NotesFromVELUXClub} lead={lead} />
        {!isAgreeing && <InstallationDate date={lead.expected_installation_date} lead={lead} />}
        {isAtSteps && lead.status !== 'new' && !isRefused && <RejectLead lead={lead} />}
      </div>
    </Page>
  );
}

/** Id of the lead whose customer was contacted last; kept for the tab's lifetime. */
const KEY = 'club.lead-reached';

/**
 * True if the lead's customer was contacted from here, so that the next step is to confirm that.
 */
function useHasContacted(leadId: string): { hasContacted: boolean; onContact: () => void } {
  const [hasContacted, setIsReached] = useState(() => sessionStorage.getItem(KEY) === leadId);
  return {
    hasContacted,
    onContact: () => {
      sessionStorage.setItem(KEY, leadId);
      setIsReached(true);
    },
  };
}
