import { Trans, useLingui } from '@lingui/react/macro';
import { useState, useRef } from 'react';
import { brand } from '#brand';
import { LEAD_MULTI_LIMIT, type LeadReason, leadReasonCodes } from '#schemas/lead-reasons.ts';
import { rejectionMove } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxCards } from '#src/ui/fields/choice-cards.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { useLeadLabels } from './lead-labels.ts';
import { whenRejected } from './queries.ts';

const { manufacturer } = brand;

/** Rejects a lead: a new lead after a confirmation, a later one with reasons (spec 1 §4). */
export function RejectLead({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const [isConfirming, setConfirming] = useState(false);
  const { run, busy } = useAction(lead.uuid);
  const move = rejectionMove(lead.status);
  if (move === null) return null;
  const closeAndNotify = () => {
    setConfirming(false);
    showToast({
      message: t`Lead rejected. You’ll find it under “Other”.`,
      subject: lead.uuid,
      timeoutMs: 5000,
      until: whenRejected(account, lead.uuid),
    });
  };
  return (
    <>
      <Button variant="quiet" fullWidth onClick={() => setConfirming(true)}>
        <Trans>Reject lead</Trans>
      </Button>
      {move.needsReasons ? (
        <ReasonsSheet
          isOpen={isConfirming}
          onOpenChange={setConfirming}
          title={t`Why are you rejecting this lead?`}
          confirmLabel={t`Reject lead`}
          closeLabel={t`Keep lead`}
          onReject={async (reasons) => {
            await account.leadCommands.rejectLead(lead.uuid, reasons);
            closeAndNotify();
          }}
        />
      ) : (
        <ConfirmSheet
          isOpen={isConfirming}
          onOpenChange={setConfirming}
          title={t`Reject this lead?`}
          confirmLabel={t`Reject lead`}
          cancelLabel={t`Keep lead`}
          tone="danger"
          busy={busy}
          onConfirm={() =>
            run(async () => {
              await account.leadCommands.rejectLead(lead.uuid);
              closeAndNotify();
            })
          }
        >
          <Trans>The lead returns to {manufacturer}. You can’t undo this.</Trans>
        </ConfirmSheet>
      )}
    </>
  );
}

interface CancelLeadProps {
  lead: LeadDocument;
  /** True if products were scanned for this customer. */
  hasProducts: boolean;
}

/** Cancels an agreed lead: it's lost and its project ends. Works offline. */
export function CancelLead({ lead, hasProducts }: CancelLeadProps) {
  const { t } = useLingui();
  const account = useAccount();
  const go = useGo();
  const [isConfirming, setConfirming] = useState(false);
  if (lead.status !== 'agreed' || lead.state === 'refused') return null;
  return (
    <>
      <Button variant="quiet" fullWidth onClick={() => setConfirming(true)}>
        <Trans>Customer cancelled</Trans>
      </Button>
      <ReasonsSheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title={t`Why did the customer cancel?`}
        confirmLabel={t`Cancel project`}
        closeLabel={t`Keep project`}
        note={
          hasProducts
            ? t`The project will be cancelled. Its products stay on this phone, so you can add them to another project.`
            : t`The project will be cancelled and the lead moves to “Other”.`
        }
        onReject={async (reasons) => {
          await account.leadCommands.rejectLead(lead.uuid, reasons);
          setConfirming(false);
          showToast({
            message: t`Project cancelled`,
            subject: lead.uuid,
            timeoutMs: 5000,
            until: whenRejected(account, lead.uuid),
          });
          go(paths.leadArchive(lead.uuid), { replace: true });
        }}
      />
    </>
  );
}

interface ReasonsSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  confirmLabel: string;
  closeLabel: string;
  /** Consequence of rejecting, if it needs explaining. */
  note?: string;
  onReject: (reasons: LeadReason[]) => Promise<void>;
}

/** Asks why a lead is rejected or lost: one to six reasons (spec 1 §4, §5). */
function ReasonsSheet(props: ReasonsSheetProps) {
  const { isOpen, onOpenChange, title, confirmLabel, closeLabel, note } = props;
  const { t } = useLingui();
  const labels = useLeadLabels();
  const errorMessage = useErrorMessage();
  const [chosenReasons, setChosenReasons] = useState<string[]>([]);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const field = useRef<HTMLDivElement>(null);

  const submit = async () => {
    setReasonMissing(chosenReasons.length === 0);
    if (chosenReasons.length === 0) return focusFirstError(field.current);
    setBusy(true);
    setFailure(null);
    try {
      await props.onReject(leadReasonCodes.filter((reason) => chosenReasons.includes(reason)));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      tall
      title={title}
      closeLabel={closeLabel}
      footer={
        <Button variant="danger" fullWidth busy={busy} onClick={() => void submit()}>
          {confirmLabel}
        </Button>
      }
    >
      {note !== undefined && <p className="mb-4 text-ink-soft">{note}</p>}
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <div ref={field}>
        <CheckboxCards
          legend={t`Reasons`}
          legendHidden
          hint={t`Choose 1 to ${LEAD_MULTI_LIMIT}.`}
          error={isReasonMissing && t`Choose at least one reason.`}
          limit={LEAD_MULTI_LIMIT}
          options={leadReasonCodes.map((reason) => ({
            value: reason,
            title: labels.reason(reason),
          }))}
          values={chosenReasons}
          onValuesChange={(values) => {
            setChosenReasons(values);
            setReasonMissing(false);
          }}
        />
      </div>
    </Sheet>
  );
}
