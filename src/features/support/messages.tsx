import { useLingui } from '@lingui/react/macro';
import type { ChatDocument } from '#schemas/chat.ts';
import { groupByDay } from '#src/data/time/group-by-day.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useDayLabel } from '#src/features/notifications/actions.ts';
import { Message } from './message.tsx';
import { shownMessages } from './shown-messages.ts';

/** What was written, oldest first, under its days. */
export function Messages({ chat }: { chat: ChatDocument }) {
  const { t } = useLingui();
  const wordsFor = useDayLabel();
  const { now } = useRegionalClock();
  return (
    <div className="space-y-6">
      {groupByDay(shownMessages(chat), now).map((day, at) => (
        // After another clock's moment a day may come twice.
        <section key={`${day.key} ${at}`} aria-label={wordsFor(day)}>
          <h2 className="mb-3 text-center text-caption font-semibold text-ink-soft">
            {wordsFor(day)}
          </h2>
          <ol aria-label={t`Messages`} className="space-y-2">
            {day.items.map((message, nth) => (
              <Message
                key={message.uuid}
                chat={chat}
                message={message}
                isLast={day.items[nth + 1]?.sender !== message.sender}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
