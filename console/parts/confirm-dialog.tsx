import { useLingui, Trans } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { type ConfirmWithPasskey, ConfirmPasskeyContext } from '#console/data/confirm-passkey.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { OperatorError } from '#console/data/operator-error.ts';
import { registerPasskey, signInWithPasskey } from '#console/data/passkey.ts';
import { type OperatorSession, useSession } from '#console/data/session.ts';
import { ActionButton } from './action-button.tsx';

interface PendingConfirmation {
  readonly confirm: (session: OperatorSession) => void;
  readonly cancel: (error: OperatorError) => void;
}

/** Renders the dialog that asks for the passkey before a risky action. */
export function ConfirmDialogs({ children }: { children: ReactNode }) {
  const [pendingConfirmation, setPendingConfirmation] = useState<PendingConfirmation | null>(null);
  const confirmWithPasskey = useCallback<ConfirmWithPasskey>(
    () => new Promise((confirm, cancel) => setPendingConfirmation({ confirm, cancel })),
    [],
  );
  return (
    <ConfirmPasskeyContext value={confirmWithPasskey}>
      {children}
      {pendingConfirmation && (
        <ConfirmDialog
          pendingConfirmation={pendingConfirmation}
          onEnd={() => setPendingConfirmation(null)}
        />
      )}
    </ConfirmPasskeyContext>
  );
}

function ConfirmDialog({
  pendingConfirmation,
  onEnd,
}: {
  pendingConfirmation: PendingConfirmation;
  onEnd: () => void;
}) {
  const { t } = useLingui();
  const session = useSession();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      const run = session.needs_passkey ? registerPasskey : signInWithPasskey;
      pendingConfirmation.confirm(await run());
      onEnd();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const cancel = () => {
    pendingConfirmation.cancel(new OperatorError('passkey_cancelled'));
    onEnd();
  };
  return (
    <Sheet
      isOpen
      onOpenChange={cancel}
      title={t`Confirm with your passkey`}
      description={t`This step moves value or changes what others are allowed to do. Nothing has been changed yet.`}
      closeLabel={t`Cancel`}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <ActionButton icon={<KeyRound />} busy={isBusy} onClick={() => void confirm()}>
            {session.needs_passkey ? (
              <Trans>Create a passkey</Trans>
            ) : (
              <Trans>Use the passkey</Trans>
            )}
          </ActionButton>
        </div>
      }
    >
      <ErrorBlock messages={error === null ? [] : [errorText(error)]} />
    </Sheet>
  );
}
