import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { whenRejected } from './queries.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';
import { ReasonsSheet } from './reasons-sheet.tsx';

interface CancelLeadProps {
  lead: LeadDocument;
  /** True if products were scanned for this customer. */
  hasProducts: boolean;
}

/** Cancels an agreed lead: it is lost and its project ends. Works offline. */
export function CancelLead({ lead, hasProducts }: CancelLeadProps) {
  const { t } = useLingui();
  const account = useAccount();
  const go = useGo();
  const [asking, setAsking] = useState(false);
  if (lead.status !== 'agreed' || lead.state === 'refused') return null;
  return (
    <>
      <Button variant="quiet" fullWidth onClick={() => setAsking(true)}>
        <Trans>Customer cancelled</Trans>
      </Button>
      <ReasonsSheet
        isOpen={asking}
        onOpenChange={setAsking}
        title={t`Why is it cancelled?`}
        confirmLabel={t`End the project`}
        closeLabel={t`Keep the project`}
        note={
          hasProducts
            ? t`The project ends. Its products stay on this phone, without a project, for you to put into another.`
            : t`The project ends, and the lead goes under “Other”.`
        }
        onReject={async (reasons) => {
          await account.leadCommands.rejectLead(lead.uuid, reasons);
          setAsking(false);
          showToast({
            message: t`The project is cancelled.`,
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
