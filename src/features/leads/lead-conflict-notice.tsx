import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import type { EditPart, LeadEdit } from '#schemas/lead-edit.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import {
  isLeadUnavailable,
  isConflict,
  rejectedChanges,
  rejectedParts,
  wasMoved,
} from '#src/data/sync/lead-conflict.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { customerAddress } from '#src/data/text/customer-text.ts';
import { useLeadLabels, useMoveText } from './lead-labels.ts';

/**
 * A change that the server rejected: who changed it first and when, the current values, and the
 * person's own.
 */
export function LeadConflict({ lead }: { lead: LeadDocument }) {
  const overtaken = isConflict(lead);
  return (
    <Banner
      tone="bad"
      live="polite"
      title={
        overtaken ? (
          <Trans>Somebody was faster than your change</Trans>
        ) : (
          <Trans>Your change was not accepted</Trans>
        )
      }
    >
      <p className="mt-1">
        <Why lead={lead} />
      </p>
      <Compared lead={lead} />
    </Banner>
  );
}

function Why({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const moveText = useMoveText();
  const labels = useLeadLabels();
  const format = useFormat();
  if (isLeadUnavailable(lead)) return errorMessage(lead.refusal);
  if (wasMoved(lead)) return moveText(lead);
  if (!isConflict(lead)) return errorMessage(lead.refusal);
  const what = rejectedParts(lead).map(labels.part).join(', ');
  const when = format.dateTime(lead.updated_at);
  return t`Somebody of your company changed the same on ${when}: ${what}.`;
}

/** Current values beside the person's own, part by part. */
function Compared({ lead }: { lead: LeadDocument }) {
  const labels = useLeadLabels();
  const now = useParts(lead);
  const wanted = useChanges(lead);
  return (
    <div className="mt-3 space-y-3">
      {rejectedParts(lead).map((part) => (
        <div key={part}>
          <p className="font-semibold">{labels.part(part)}</p>
          <DetailList
            items={[
              { term: <Trans>Now</Trans>, detail: now[part] },
              { term: <Trans>Yours</Trans>, detail: wanted[part] },
            ]}
          />
        </div>
      ))}
    </div>
  );
}

/** The lead's current values by part. */
function useParts(lead: LeadDocument): Record<EditPart, ReactNode> {
  const labels = useLeadLabels();
  const format = useFormat();
  const { expected_installation_date: date, NotesFromVELUXClub: notes } = lead;
  return {
    status: labels.status(lead.status),
    notes: <Written>{notes}</Written>,
    date: date === null ? <Nothing /> : format.day(date),
    address: customerAddress(lead.customer_info),
  };
}

/** The values of the rejected edits by part. */
function useChanges(lead: LeadDocument): Record<EditPart, ReactNode> {
  const labels = useLeadLabels();
  const format = useFormat();
  const changes: Partial<LeadEdit> = rejectedChanges(lead);
  const { status, expected_installation_date: date, address, reasons } = changes;
  return {
    status: status && [labels.status(status), ...(reasons ?? []).map(labels.reason)].join(': '),
    notes: <Written>{changes.NotesFromVELUXClub ?? ''}</Written>,
    date: date ? format.day(date) : <Nothing />,
    address:
      address &&
      [address.street_name, address.postal_code, address.city].filter(Boolean).join(', '),
  };
}

function Written({ children }: { children: string }) {
  if (children === '') return <Nothing />;
  return <span className="font-normal whitespace-pre-line">{children}</span>;
}

function Nothing() {
  return <Trans>None</Trans>;
}
