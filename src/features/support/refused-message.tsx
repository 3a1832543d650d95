import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ChatDocument, UnsentMessage } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { EditMessageSheet } from './edit-message-sheet.tsx';

interface RefusedMessageProps {
  chat: ChatDocument;
  message: UnsentMessage;
}

/** Why a message was rejected, with actions (F05). */
export function RefusedMessage({ chat, message }: RefusedMessageProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { chatCommands } = useAccount();
  const [asks, setAsks] = useState<'mend' | 'discard' | null>(null);
  const { act, busy } = useAction(message.uuid);
  const { uuid, refusal } = message;
  if (refusal === null) return null;
  const close = () => setAsks(null);
  return (
    <div className="mt-1 flex max-w-full flex-col items-end">
      <p className="text-small text-bad break-long">{errorMessage(refusal)}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          icon={<RotateCw />}
          busy={busy}
          onClick={() => act(() => chatCommands.retryMessage(chat.uuid, uuid))}
        >
          <Trans>Send again</Trans>
        </Button>
        <Button variant="quiet" icon={<Pencil />} onClick={() => setAsks('mend')}>
          <Trans>Change</Trans>
        </Button>
        <Button variant="quiet" icon={<Trash2 />} onClick={() => setAsks('discard')}>
          <Trans>Discard</Trans>
        </Button>
      </div>
      {asks === 'mend' && <EditMessageSheet chat={chat} message={message} onDone={close} />}
      <ConfirmSheet
        isOpen={asks === 'discard'}
        onOpenChange={close}
        title={t`Discard this message?`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep it`}
        tone="danger"
        busy={busy}
        onConfirm={() => act(() => chatCommands.discardMessage(chat.uuid, uuid))}
      >
        <Trans>It is deleted from this phone and is not sent.</Trans>
      </ConfirmSheet>
    </div>
  );
}
