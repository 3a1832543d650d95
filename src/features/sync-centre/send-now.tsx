import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Button } from '#src/ui/button.tsx';

/** Sends everything now, or says why it can't. */
export function SendNow({ sendable }: { sendable: number }) {
  const blockingReason = useBlockingReason(sendable);
  const account = useAccount();
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    await account.sendNow();
    setSending(false);
  };
  return (
    <Button
      size="large"
      fullWidth
      icon={<Send />}
      busy={sending}
      disabledReason={blockingReason}
      onClick={() => void send()}
    >
      <Trans>Send now</Trans>
    </Button>
  );
}

/** Returns why nothing can be sent now, or null. */
function useBlockingReason(sendable: number): string | null {
  const { t } = useLingui();
  const { connection, phase } = useSyncStatus();
  if (sendable === 0) return t`Nothing is ready to be sent.`;
  if (connection === 'offline') return t`You are offline.`;
  if (connection === 'maintenance') return t`The service is under maintenance.`;
  return phase === 'blocked' ? t`Sign in again to send it.` : null;
}
