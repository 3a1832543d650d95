import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';

/** More actions for a rejected scan: resend it unchanged, or delete it (F05). */
export function RefusedActions({ scan }: { scan: ScanDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [asking, setAsking] = useState(false);

  const act = async (work: () => Promise<void>) => {
    dismissToastsAbout(scan.uuid);
    try {
      await work();
      go(paths.scanOffline());
    } catch (error) {
      showToast({ tone: 'bad', subject: scan.uuid, message: errorMessage(error) });
    }
  };

  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="secondary"
        fullWidth
        icon={<RotateCw />}
        onClick={() => void act(() => account.scanCommands.retryScan(scan.uuid))}
      >
        <Trans>Try again unchanged</Trans>
      </Button>
      <Button variant="quiet" fullWidth icon={<Trash2 />} onClick={() => setAsking(true)}>
        <Trans>Delete this scan</Trans>
      </Button>
      <ConfirmSheet
        isOpen={asking}
        onOpenChange={setAsking}
        title={t`Delete this scan?`}
        confirmLabel={t`Delete scan`}
        cancelLabel={t`Keep it`}
        tone="danger"
        onConfirm={() => void act(() => account.scanCommands.removeScan(scan.uuid))}
      >
        <Trans>It will be removed from this phone and not sent again.</Trans>
      </ConfirmSheet>
    </div>
  );
}
