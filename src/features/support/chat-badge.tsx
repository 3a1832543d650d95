import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, MessageSquareReply } from 'lucide-react';
import { type ChatDocument, chatStatuses } from '#schemas/chat.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';

/** Status of a chat (spec 2 §4: info, warning, success), or that it hasn't been sent yet. */
export function ChatBadge({ status, opening }: Pick<ChatDocument, 'status' | 'opening'>) {
  if (opening !== null) {
    return (
      <Badge>
        <Trans context="chat">Not sent yet</Trans>
      </Badge>
    );
  }
  if (status === chatStatuses.solved) {
    return (
      <Badge tone="good">
        <Trans>Solved</Trans>
      </Badge>
    );
  }
  return status === chatStatuses.answered ? (
    <Badge tone="warn" icon={<MessageSquareReply />}>
      <Trans context="chat">Answered</Trans>
    </Badge>
  ) : (
    <Badge tone="info" icon={<Clock />}>
      <Trans>Waiting for support</Trans>
    </Badge>
  );
}

/** Marks unsent or rejected messages. */
export function UnsentMark({ state }: Pick<ChatDocument, 'state'>) {
  const { t } = useLingui();
  if (state === 'synced') return null;
  return state === 'refused' ? (
    <SyncMark state="refused" label={t`Not accepted`} />
  ) : (
    <SyncMark state="waiting" label={t`Not sent`} />
  );
}
