import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountSession } from '#schemas/account-session.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { useDeviceLabels } from './use-device-labels.ts';

interface EndSessionSheetProps {
  /** Session to end; null while the sheet is closed. */
  which: AccountSession | 'others' | null;
  busy: boolean;
  errors: readonly string[];
  onCancel: () => void;
  onConfirm: (which: AccountSession | 'others') => void;
}

/** Confirms signing out a device. Its unsent work stays on it. */
export function EndSessionSheet(props: EndSessionSheetProps) {
  const { which, busy, errors, onCancel, onConfirm } = props;
  const { t } = useLingui();
  const deviceLabel = useDeviceLabels();
  // Keeps its text during the closing animation.
  const shown = useLastDefined(which ?? undefined);
  const words = shown === undefined || shown === 'others' ? '' : deviceLabel(shown);
  return (
    <ConfirmSheet
      isOpen={which !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      title={
        shown === 'others' ? (
          <Trans>Sign out all other devices?</Trans>
        ) : (
          <Trans>Sign out {words}?</Trans>
        )
      }
      confirmLabel={<Trans context="another device">Sign out</Trans>}
      cancelLabel={t`Cancel`}
      tone="danger"
      busy={busy}
      errors={errors}
      onConfirm={() => {
        if (which !== null) onConfirm(which);
      }}
    >
      <Trans>
        Whoever uses it has to sign in again. What was not sent yet stays there until then.
      </Trans>
    </ConfirmSheet>
  );
}
