import { useLingui, Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Clock, Hourglass } from 'lucide-react';
import { useEffect, useId, useState, useRef } from 'react';
import { brand } from '#brand';
import { toJob } from '#schemas/jobs.ts';
import { leadViewOf, leadSteps, type LeadStatus } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useHasUnsavedForm } from '#src/data/drafts/unsaved-forms.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { customerName, customerTown } from '#schemas/customer-text.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { AddToCalendar } from '#src/features/today/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { AgreementStep } from './agreement-step.tsx';
import { ContactActions } from './contact-actions.tsx';
import { CustomerCard, LeadRequest } from './customer-card.tsx';
import { InstallationDate } from './installation-date.tsx';
import { LeadDecision, LeadNotices } from './lead-notices.tsx';
import { useLeadLabels } from './lead-labels.ts';
import { LeadNotes } from './lead-notes.tsx';
import { leadRoute, leadById } from './queries.ts';
import { NoLead } from './no-lead.tsx';
import { RejectLead } from './reject-lead.tsx';

/** `/leads/{uuid}`: an open lead; redirects if it belongs on another screen. */
export function LeadScreen() {
  const { uuid } = useParams({ from: '/signed-in/leads/$uuid' });
  const lead = useFrozenLead(useLiveQuery((account) => leadById(account, uuid), [uuid]));
  const go = useGo();
  const belongsElsewhere = lead && leadRoute(lead).to !== '/leads/$uuid';
  useEffect(() => {
    if (belongsElsewhere) go(leadRoute(lead), { replace: true });
  }, [belongsElsewhere, lead, go]);

  if (!lead) return <NoLead isLoading={lead === undefined} />;
  if (belongsElsewhere) return <NoLead isLoading />;
  return <LeadContent key={uuid} lead={lead} />;
}

/**
 * Freezes the lead while a form has unsaved input, so that a colleague's change or the lead's expiry doesn't discard
 * the input. Saving is then a normal edit, which the server may reject.
 */
function useFrozenLead(lead: LeadDocument | null | undefined) {
  const isFrozen = useHasUnsavedForm();
  const [frozenLead, setFrozenLead] = useState(lead);
  if (!isFrozen && frozenLead !== lead) setFrozenLead(lead);
  return isFrozen ? frozenLead : lead;
}

function LeadContent({ lead }: { lead: LeadDocument }) {
  const formId = useId();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const name = customerName(lead.customer_info);
  const isRejected = lead.state === 'refused';
  const isInSteps = leadViewOf(lead.status) === 'steps';
  const isAgreeing = lead.status === 'contacted' && !isRejected;
  usePageTitle(name);
  const { hasContacted, onContact } = useHasContacted(lead.uuid);
  return (
    <Page
      title={name}
      subtitle={customerTown(lead.customer_info)}
      avatar={<Avatar name={name} size="large" />}
      footer={
        isRejected ? (
          <LeadDecision lead={lead} />
        ) : (
          isInSteps && (
            <StepActions
              lead={lead}
              hasContacted={hasContacted}
              formId={formId}
              isSubmitting={isSubmitting}
            />
          )
        )
      }
    >
      <div className="space-y-7">
        <div className="space-y-4">
          <LeadTags lead={lead} />
          <LeadNotices lead={lead} />
          <ContactActions
            customer={lead}
            isMain={lead.status === 'interested' && !hasContacted && !isRejected}
            onContact={onContact}
          />
        </div>
        {isAgreeing && <AgreementStep lead={lead} formId={formId} onSubmitting={setIsSubmitting} />}
        <LeadRequest lead={lead} />
        <CustomerCard customer={toProjectLead(lead)} omitsFirstPhone />
        <LeadNotes notes={lead.NotesFromVELUXClub} lead={lead} />
        {!isAgreeing && (
          <InstallationDate
            date={lead.expected_installation_date}
            lead={lead}
            action={<AddToCalendar job={toJob<LeadDocument, ProjectDocument>(lead, null)} />}
          />
        )}
        {isInSteps && lead.status !== 'new' && !isRejected && <RejectLead lead={lead} />}
      </div>
    </Page>
  );
}

/** Storage key for the id of the lead whose customer was contacted last; kept for the tab's lifetime. */
const LAST_CONTACTED_KEY = 'club.lead-reached';

/**
 * Remembers whether the user has called or written to the customer in this tab. The next step is then to confirm the
 * contact.
 */
function useHasContacted(leadId: string): { hasContacted: boolean; onContact: () => void } {
  const [hasContacted, setHasContacted] = useState(
    () => sessionStorage.getItem(LAST_CONTACTED_KEY) === leadId,
  );
  return {
    hasContacted,
    onContact: () => {
      sessionStorage.setItem(LAST_CONTACTED_KEY, leadId);
      setHasContacted(true);
    },
  };
}

/** Shows the time left, the current step, and what happens when time runs out. */
function LeadTags({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const labels = useLeadLabels();
  const timeText = useTimeLeftText();
  const format = useFormat();
  const clock = useRegionalClock();
  const tags = useStepFocus(lead.status);
  const deadlineText = useDeadlineText();
  const step = leadSteps.findIndex((status) => status === lead.status) + 1;
  if (step === 0) return null;
  const { expires_on: expiresAt } = lead;
  const timeRemaining = lead.status === 'agreed' ? null : timeLeft(expiresAt, clock);
  const isSoon = timeRemaining !== null && isDueSoon(timeRemaining, dueSoonDays.lead);
  const stepCount = leadSteps.length;
  const status = labels.status(lead.status);
  return (
    <div className="space-y-2">
      <div ref={tags} tabIndex={-1} className="flex flex-wrap gap-2 outline-none">
        {timeRemaining && (
          <Badge tone={isSoon ? 'warn' : 'neutral'} icon={isSoon ? <Hourglass /> : <Clock />}>
            {timeText.format(timeRemaining)}
          </Badge>
        )}
        <Badge icon={<></>}>{t`Step ${step} of ${stepCount}: ${status}`}</Badge>
      </div>
      {expiresAt !== null && timeRemaining !== null && timeRemaining.unit !== 'over' && (
        <p className="text-small text-ink-soft">
          {deadlineText(lead.status, format.dateTime(expiresAt))}
        </p>
      )}
    </div>
  );
}

/** Returns a function that explains what to do by the deadline of a step, and what happens otherwise. */
function useDeadlineText(): (status: LeadStatus, until: string) => string {
  const { t } = useLingui();
  const { manufacturer } = brand;
  return (status, until) => {
    if (status === 'new') return t`Answer by ${until}, or ${manufacturer} will withdraw the lead.`;
    return status === 'interested'
      ? t`Contact the customer by ${until}, or ${manufacturer} will withdraw the lead.`
      : t`Create the project by ${until}, or ${manufacturer} will withdraw the lead.`;
  };
}

/**
 * Moves the focus to the new step when a step is completed, so that the new step is scrolled into view and read out.
 * Otherwise the focus would be lost, because completing a step removes its button, which had the focus.
 */
function useStepFocus(status: LeadStatus) {
  const tags = useRef<HTMLDivElement>(null);
  const lastStatus = useRef(status);
  useEffect(() => {
    if (lastStatus.current === status) return;
    lastStatus.current = status;
    if (document.activeElement === document.body) tags.current?.focus();
  }, [status]);
  return tags;
}

interface StepActionsProps {
  lead: LeadDocument;
  /** True if the user has called or written to the customer, so the next step is to confirm the contact. */
  hasContacted: boolean;
  /** Id of the form that the agreement step's button submits. */
  formId: string;
  isSubmitting: boolean;
}

/** The button for the next step; a new lead also has a reject button. */
function StepActions({ lead, hasContacted, formId, isSubmitting }: StepActionsProps) {
  const account = useAccount();
  const { run, busy } = useAction(lead.uuid);
  const { FirstName } = lead.customer_info;
  const move = (to: 'interested' | 'contacted') =>
    run(() => account.leadCommands.moveLead(lead.uuid, to));
  return (
    <>
      {lead.status === 'new' && (
        <Button fullWidth busy={busy} onClick={() => move('interested')}>
          <Trans>I’m interested</Trans>
        </Button>
      )}
      {lead.status === 'interested' && (
        <Button
          variant={hasContacted ? 'primary' : 'outlined'}
          fullWidth
          busy={busy}
          onClick={() => move('contacted')}
        >
          {FirstName ? (
            <Trans>I’ve contacted {FirstName}</Trans>
          ) : (
            <Trans>I’ve contacted the customer</Trans>
          )}
        </Button>
      )}
      {lead.status === 'contacted' && (
        <Button type="submit" form={formId} fullWidth busy={isSubmitting}>
          <Trans>Create project</Trans>
        </Button>
      )}
      {lead.status === 'new' && <RejectLead lead={lead} />}
    </>
  );
}
