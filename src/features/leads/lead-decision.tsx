import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { isLeadUnavailable, canRetry } from '#src/data/sync/lead-conflict.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { paths } from '#src/app/paths.ts';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';

/** Buttons to resolve a rejected change: repeat it if allowed, or discard it. */
export function LeadDecision({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const today = useToday();
  const go = useGo();
  const { act, busy } = useAction(lead.uuid);
  const again = canRetry(lead, today);
  const hadProject = lead.edits.some(({ project_id }) => project_id !== undefined);

  const accept = () =>
    act(async () => {
      await account.leadCommands.acceptRejection(lead.uuid);
      if (hadProject) {
        const message =
          lead.project_id === null
            ? t`Products that you scanned for it wait in your list for another project.`
            : t`Products that you scanned for it go to its project.`;
        showToast({ message, subject: lead.uuid });
      }
      if (isLeadUnavailable(lead)) go(paths.leads(), { replace: true });
    });
  return (
    <>
      {again && (
        <Button
          fullWidth
          icon={<RotateCw />}
          busy={busy}
          onClick={() => act(() => account.leadCommands.retryLead(lead.uuid))}
        >
          <Trans>Make my change again</Trans>
        </Button>
      )}
      <Button variant={again ? 'quiet' : 'primary'} fullWidth busy={busy} onClick={accept}>
        {isLeadUnavailable(lead) ? <Trans>Got it</Trans> : <Trans>Leave it as it is now</Trans>}
      </Button>
    </>
  );
}
