import { Trans } from '@lingui/react/macro';
import { MessageSquare } from 'lucide-react';
import { type ChatDocument, chatStatuses } from '#schemas/chat.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { UnreadDot } from '#src/ui/feedback/unread-dot.tsx';
import { ChatBadge, UnsentMark } from './chat-badge.tsx';
import { shownMessages } from './shown-messages.ts';

interface ChatRowProps {
  chat: ChatDocument;
  unread: boolean;
  selected: boolean;
}

/** A chat in the list: title, last message, its date, and status. */
export function ChatRow({ chat, unread, selected }: ChatRowProps) {
  const format = useFormat();
  const last = shownMessages(chat).at(-1);
  const moment = last?.created_at ?? chat.created_at;
  return (
    <ListRow
      thumbnail={
        <IconTile
          icon={<MessageSquare />}
          tone={chat.status === chatStatuses.solved ? 'system' : 'place'}
        />
      }
      title={
        <span className="flex items-start gap-2">
          <span className={classNames('line-clamp-2', unread && 'font-semibold')}>
            {chat.title}
          </span>
          {unread && (
            <UnreadDot>
              <Trans>Unread</Trans>
            </UnreadDot>
          )}
        </span>
      }
      meta={<span className="line-clamp-2">{last?.message}</span>}
      trailing={
        <span className="flex flex-col items-end gap-1 @max-[18.5rem]:items-start">
          <time className="text-caption text-ink-soft tnum" dateTime={moment}>
            {format.date(moment)}
          </time>
          <UnsentMark state={chat.state} />
          {/* An unsent chat has the sync mark instead. */}
          {chat.opening === null && <ChatBadge {...chat} />}
        </span>
      }
      selected={selected}
      {...linkTo(paths.supportChat(chat.uuid))}
    />
  );
}
