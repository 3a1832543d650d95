import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { rejectionMove } from '#schemas/lead-steps.ts';
import { brand } from '#brand';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { whenRejected } from './queries.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { ReasonsSheet } from './reasons-sheet.tsx';

const { manufacturer } = brand;

/** Rejects a new lead after a confirmation, and a later one with reasons (spec 1 §4). */
export function RejectLead({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const [asking, setAsking] = useState(false);
  const { act, busy } = useAction(lead.uuid);
  const way = rejectionMove(lead.status);
  if (way === null) return null;
  const rejected = () => {
    setAsking(false);
    showToast({
      message: t`The lead is rejected. You find it under “Other”.`,
      subject: lead.uuid,
      timeoutMs: 5000,
      until: whenRejected(account, lead.uuid),
    });
  };
  return (
    <>
      <Button variant="quiet" fullWidth onClick={() => setAsking(true)}>
        {way.needsReasons ? <Trans>Reject the lead</Trans> : <Trans>Not interested</Trans>}
      </Button>
      {way.needsReasons ? (
        <ReasonsSheet
          isOpen={asking}
          onOpenChange={setAsking}
          title={t`Why do you reject this lead?`}
          confirmLabel={t`Reject the lead`}
          closeLabel={t`Keep the lead`}
          onReject={async (reasons) => {
            await account.leadCommands.rejectLead(lead.uuid, reasons);
            rejected();
          }}
        />
      ) : (
        <ConfirmSheet
          isOpen={asking}
          onOpenChange={setAsking}
          title={t`Not interested in this customer?`}
          confirmLabel={t`Reject the lead`}
          cancelLabel={t`Keep it`}
          tone="danger"
          busy={busy}
          onConfirm={() =>
            act(async () => {
              await account.leadCommands.rejectLead(lead.uuid);
              rejected();
            })
          }
        >
          <Trans>The lead goes back to {manufacturer}. You can't undo this.</Trans>
        </ConfirmSheet>
      )}
    </>
  );
}
