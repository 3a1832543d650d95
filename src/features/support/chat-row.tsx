import { Trans } from '@lingui/react/macro';
import type { ChatDocument } from '#schemas/chat.ts';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { ListRow } from '#src/ui/list-row.tsx';
import { UnreadDot } from '#src/ui/unread-dot.tsx';
import { ChatBadge, UnsentMark } from './chat-badge.tsx';
import { shownMessages } from './shown-messages.ts';

interface ChatRowProps {
  chat: ChatDocument;
  unread: boolean;
  selected: boolean;
}

/** A chat in the list: what it is about, its last message and when that was, where it stands. */
export function ChatRow({ chat, unread, selected }: ChatRowProps) {
  const format = useFormat();
  const last = shownMessages(chat).at(-1);
  const moment = last?.created_at ?? chat.created_at;
  return (
    <ListRow
      title={
        <span className="flex items-start gap-2">
          <span className={unread ? 'font-bold' : 'font-medium'}>{chat.title}</span>
          {unread && (
            <UnreadDot>
              <Trans>Unread</Trans>
            </UnreadDot>
          )}
        </span>
      }
      meta={
        <>
          <span className="line-clamp-1">{last?.message}</span>
          <time className="mt-0.5 block text-caption tnum" dateTime={moment}>
            {format.dateTime(moment)}
          </time>
        </>
      }
      trailing={
        <span className="flex flex-wrap items-center gap-2">
          <UnsentMark state={chat.state} />
          {/* Of one that nobody has yet, the mark says it. */}
          {chat.opening === null && <ChatBadge {...chat} />}
        </span>
      }
      selected={selected}
      {...linkTo(paths.supportChat(chat.uuid))}
    />
  );
}
