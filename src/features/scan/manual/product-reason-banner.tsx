import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast-store.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import type { ManualState } from './manual-state.ts';

/** Explains why the user must enter the product. */
export function ProductReasonBanner({ why }: { why: ManualState['why'] }) {
  switch (why) {
    case 'offline':
      return (
        <Banner tone="offline" live="polite">
          <Trans>
            The number can't be checked offline. Choose the product; it will be checked when it is
            sent.
          </Trans>
        </Banner>
      );
    case 'limited':
      return (
        <Banner tone="info" live="polite">
          <Trans>
            Many numbers were checked today, so this one can't be checked now. Choose the product;
            it will be checked when it is sent.
          </Trans>
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="warn" live="polite">
          <Trans>
            The number can't be checked now. Choose the product; the number will be checked when it
            is sent.
          </Trans>
        </Banner>
      );
    case 'generic':
      return (
        <Banner tone="info" live="polite">
          <Trans>
            Without the second part, choose the product. Next you are asked for a photo.
          </Trans>
        </Banner>
      );
    case 'partial':
      return (
        <Banner tone="info" live="polite">
          <Trans>The number is known. Choose the product it belongs to.</Trans>
        </Banner>
      );
    case 'mismatch':
      return (
        <Banner tone="warn" live="polite">
          <Trans>
            In the registry, this number belongs to another product. Check type, size and variant.
          </Trans>
        </Banner>
      );
    case 'mend':
    case 'own_choice':
    case null:
      return null;
  }
}

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
