import { Trans, useLingui } from '@lingui/react/macro';
import { CloudUpload, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EditPart, LeadEdit } from '#schemas/lead-edit.ts';
import { leadGroupOf } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import {
  isLeadUnavailable,
  isConflict,
  rejectedChanges,
  rejectedParts,
  wasMoved,
  canRetry,
} from '#src/data/sync/lead-conflict.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { customerAddress } from '#schemas/customer-text.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock, useToday } from '#src/data/time/use-server-time.ts';
import { DeletedWithProject } from '#src/features/_shared/editing/deleted-with-project.tsx';
import { MovedWithProject } from '#src/features/_shared/editing/moved-with-project.tsx';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useLeadLabels, useMoveText } from './lead-labels.ts';
import { deletedProjectOf, replacedProjectOf } from './queries.ts';

/** Notices about this lead: an unsent or rejected change, or an expired step. */
export function LeadNotices({ lead }: { lead: LeadDocument }) {
  return (
    <>
      {lead.state === 'refused' && <LeadConflict lead={lead} />}
      {lead.state === 'waiting' && <UnsentNotice />}
      {lead.state === 'synced' && <DeadlinePassedNotice lead={lead} />}
    </>
  );
}

function UnsentNotice() {
  const offline = useConnection() !== 'online';
  return (
    <p role="status" className="flex items-start gap-1.5 text-small text-ink-soft">
      <CloudUpload className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-long">
        {offline ? (
          <Trans>Saved on this phone. It will be sent when you’re online.</Trans>
        ) : (
          <Trans>Saved on this phone. Sending…</Trans>
        )}
      </span>
    </p>
  );
}

/** Warns that the step's deadline has passed, although the server hasn't confirmed yet that the step expired. */
function DeadlinePassedNotice({ lead }: { lead: LeadDocument }) {
  const clock = useRegionalClock();
  const isOpen = leadGroupOf(lead.status) === 'open';
  if (!isOpen || timeLeft(lead.expires_on, clock)?.unit !== 'over') return null;
  return (
    <Banner tone="warn" title={<Trans>The deadline for this step has passed</Trans>}>
      <Trans>You can still try, but the lead may already have been withdrawn.</Trans>
    </Banner>
  );
}

/**
 * Shows a change that the server rejected, with the reason, the lead's current values, and the values that the user
 * had entered.
 */
function LeadConflict({ lead }: { lead: LeadDocument }) {
  const hasConflict = isConflict(lead);
  return (
    <Banner
      tone="bad"
      live="polite"
      title={
        hasConflict ? (
          <Trans>Someone else changed this first</Trans>
        ) : (
          <Trans>Your change wasn’t accepted</Trans>
        )
      }
    >
      <p className="mt-1">
        <RejectionReason lead={lead} />
      </p>
      <ValueComparison lead={lead} />
    </Banner>
  );
}

function RejectionReason({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const moveText = useMoveText();
  const labels = useLeadLabels();
  const format = useFormat();
  if (isLeadUnavailable(lead)) return errorMessage(lead.refusal);
  if (wasMoved(lead)) return moveText(lead);
  if (!isConflict(lead)) return errorMessage(lead.refusal);
  const changedParts = rejectedParts(lead).map(labels.part).join(', ');
  const changedAt = format.dateTime(lead.updated_at);
  return t`Someone in your company changed this on ${changedAt}: ${changedParts}.`;
}

/** Shows the lead's current values next to the user's rejected ones, part by part. */
function ValueComparison({ lead }: { lead: LeadDocument }) {
  const labels = useLeadLabels();
  const currentValues = useCurrentValues(lead);
  const rejectedValues = useRejectedValues(lead);
  return (
    <div className="mt-3 space-y-3">
      {rejectedParts(lead).map((part) => (
        <div key={part}>
          <p className="font-semibold">{labels.part(part)}</p>
          <DetailList
            items={[
              { term: <Trans>Current version</Trans>, detail: currentValues[part] },
              { term: <Trans>Your change</Trans>, detail: rejectedValues[part] },
            ]}
          />
        </div>
      ))}
    </div>
  );
}

/** The lead's current values by part. */
function useCurrentValues(lead: LeadDocument): Record<EditPart, ReactNode> {
  const labels = useLeadLabels();
  const format = useFormat();
  const { expected_installation_date: date, NotesFromVELUXClub: notes } = lead;
  return {
    status: labels.status(lead.status),
    notes: <Quote>{notes}</Quote>,
    date: date === null ? <NoValue /> : format.day(date),
    address: customerAddress(lead.customer_info),
  };
}

/** The values of the rejected edits by part. */
function useRejectedValues(lead: LeadDocument): Record<EditPart, ReactNode> {
  const labels = useLeadLabels();
  const format = useFormat();
  const changes: Partial<LeadEdit> = rejectedChanges(lead);
  const { status, expected_installation_date: date, address, reasons } = changes;
  return {
    status: status && [labels.status(status), ...(reasons ?? []).map(labels.reason)].join(': '),
    notes: <Quote>{changes.NotesFromVELUXClub ?? ''}</Quote>,
    date: date ? format.day(date) : <NoValue />,
    address:
      address &&
      [address.street_name, address.postal_code, address.city].filter(Boolean).join(', '),
  };
}

function Quote({ children }: { children: string }) {
  if (children === '') return <NoValue />;
  return <span className="font-normal whitespace-pre-line">{children}</span>;
}

function NoValue() {
  return <Trans>None</Trans>;
}

/** Buttons to resolve a rejected change: repeat it if allowed, or discard it. */
export function LeadDecision({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const today = useToday();
  const go = useGo();
  const { run, busy } = useAction(lead.uuid);
  const isRetryable = canRetry(lead, today);
  const hadProject = lead.edits.some(({ project_id }) => project_id !== undefined);
  const deletedProject = deletedProjectOf(lead);
  const replacedProject = replacedProjectOf(lead);

  const accept = () =>
    run(async () => {
      await account.leadCommands.acceptRejection(lead.uuid);
      if (hadProject) {
        const message =
          lead.project_id === null
            ? t`The products you scanned stay in your list until you choose another project.`
            : t`The products you scanned go into its project.`;
        showToast({ message, subject: lead.uuid });
      }
      if (isLeadUnavailable(lead)) go(paths.leads(), { replace: true });
    });
  return (
    <>
      {isRetryable && (
        <Button
          fullWidth
          icon={<RotateCw />}
          busy={busy}
          onClick={() => run(() => account.leadCommands.retryLead(lead.uuid))}
        >
          <Trans>Use my change</Trans>
        </Button>
      )}
      {deletedProject !== null && (
        <p className="text-small text-ink-soft break-long empty:hidden">
          <DeletedWithProject projectId={deletedProject} />
        </p>
      )}
      {replacedProject !== null && (
        <p className="text-small text-ink-soft break-long empty:hidden">
          <MovedWithProject projectId={replacedProject} />
        </p>
      )}
      <Button variant={isRetryable ? 'quiet' : 'primary'} fullWidth busy={busy} onClick={accept}>
        {isLeadUnavailable(lead) ? <Trans>Got it</Trans> : <Trans>Keep the current version</Trans>}
      </Button>
    </>
  );
}
