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
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import type { ManualState } from './manual-state.ts';

/** Explains why the user must enter the product. */
export function ProductReasonBanner({ reason }: { reason: ManualState['reason'] }) {
  switch (reason) {
    case 'offline':
      return (
        <Banner tone="offline" live="polite">
          <Trans>
            We can’t check the number offline. Choose the product; we’ll check it when it’s sent.
          </Trans>
        </Banner>
      );
    case 'limited':
      return (
        <Banner tone="info" live="polite">
          <Trans>
            You’ve reached today’s limit for checking numbers. Choose the product; we’ll check it
            when it’s sent.
          </Trans>
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="warn" live="polite">
          <Trans>
            We can’t check the number right now. Choose the product; we’ll check it when it’s sent.
          </Trans>
        </Banner>
      );
    case 'generic':
      return (
        <Banner tone="info" live="polite">
          <Trans>If there’s no second part, choose the product. We’ll then ask for a photo.</Trans>
        </Banner>
      );
    case 'partial':
      return (
        <Banner tone="info" live="polite">
          <Trans>We know this number. Choose the product it belongs to.</Trans>
        </Banner>
      );
    case 'mismatch':
      return (
        <Banner tone="warn" live="polite">
          <Trans>This number belongs to another product. Check type, size and variant.</Trans>
        </Banner>
      );
    case 'fix':
    case 'own_choice':
    case null:
      return null;
  }
}

/** More actions for a rejected scan: send it again unchanged, or delete it. */
export function RejectedActions({ scan }: { scan: ScanDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [isConfirming, setConfirming] = useState(false);

  const run = async (action: () => Promise<void>) => {
    dismissToastsAbout(scan.uuid);
    try {
      await action();
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
        onClick={() => void run(() => account.scanCommands.retryScan(scan.uuid))}
      >
        <Trans>Try again without changes</Trans>
      </Button>
      <Button variant="quiet" fullWidth icon={<Trash2 />} onClick={() => setConfirming(true)}>
        <Trans>Discard this product</Trans>
      </Button>
      <ConfirmSheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title={t`Discard this product?`}
        confirmLabel={t`Discard product`}
        cancelLabel={t`Keep it`}
        tone="danger"
        onConfirm={() => void run(() => account.scanCommands.removeScan(scan.uuid))}
      >
        <Trans>It will be deleted from this phone and won’t be sent.</Trans>
      </ConfirmSheet>
    </div>
  );
}
