import { Trans } from '@lingui/react/macro';
import { CloudUpload, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useUnsentText } from '#src/data/sync/unsent-work.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';

interface UnsentChoicesProps {
  unsent: UnsentCounts;
  onCancel: () => void;
  onChoose: (view: 'keep' | 'discard') => void;
}

/** Unsent work by kind, and the choices. */
export function UnsentChoices({ unsent, onCancel, onChoose }: UnsentChoicesProps) {
  const wordsFor = useUnsentText();
  const connection = useConnection();
  const sending = useSendNow();
  return (
    <div className="space-y-5">
      <Banner tone="warn" title={<Trans>Only this phone has these</Trans>}>
        <ul className="list-disc ps-5">
          {wordsFor(unsent).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Banner>
      <div role="status">
        {sending.tried && (
          <p className="text-small">
            <Trans>
              What is still listed could not be sent. Refused scans and scans without a project need
              you.
            </Trans>
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <Button
          fullWidth
          icon={<CloudUpload />}
          busy={sending.busy}
          disabledReason={
            connection === 'online' ? undefined : <Trans>You need a connection to send it.</Trans>
          }
          onClick={() => void sending.send()}
        >
          <Trans>Send it now</Trans>
        </Button>
        <Button
          variant="secondary"
          fullWidth
          icon={<Smartphone />}
          onClick={() => onChoose('keep')}
        >
          <Trans>Keep it on this phone</Trans>
        </Button>
        <Button variant="secondary" fullWidth icon={<Trash2 />} onClick={() => onChoose('discard')}>
          <Trans>Discard it</Trans>
        </Button>
        <Button variant="quiet" fullWidth onClick={onCancel}>
          <Trans>Stay signed in</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Sends unsent work; `tried` after the attempt. */
function useSendNow() {
  const account = useAccount();
  const [state, setState] = useState<'idle' | 'busy' | 'tried'>('idle');
  const send = async () => {
    setState('busy');
    await account.sendNow();
    setState('tried');
  };
  return { send, busy: state === 'busy', tried: state === 'tried' };
}
