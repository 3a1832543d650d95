import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatDocument } from '#schemas/chat.ts';
import { useFormat } from '#src/data/text/format.ts';
import { classNames } from '#src/ui/class-names.ts';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { RefusedMessage } from './refused-message.tsx';
import type { ShownMessage } from './shown-messages.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { initialsOf } from '#src/ui/media/avatar.tsx';
import { Logo } from '#src/ui/media/logo.tsx';

interface MessageProps {
  chat: ChatDocument;
  message: ShownMessage;
  /** True for the last of consecutive messages by one sender, which gets the avatar. */
  isLast: boolean;
}

/** A message with sender, time and sync state. */
export function Message({ chat, message, isLast }: MessageProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { sender, unsent, isLost } = message;
  const isOwn = sender === 'installer';
  const isRefused = unsent !== null && unsent.refusal !== null;
  return (
    <li className={classNames('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      <div
        className={classNames(
          'flex max-w-[min(36rem,94%)] min-w-0 items-end gap-2',
          isOwn && 'flex-row-reverse',
          isLast && 'pb-2',
        )}
      >
        {/* Reserves the avatar's space, so that bubbles align. */}
        <span className="w-[32px] shrink-0">{isLast && <Face isOwn={isOwn} />}</span>
        <div
          className={classNames(
            'min-w-0 rounded-card card-line px-4 py-2.5',
            isOwn ? 'bg-info-soft' : 'bg-surface-raised',
            isLast && (isOwn ? 'rounded-ee-tag' : 'rounded-es-tag'),
          )}
        >
          <p className="sr-only">{isOwn ? <Trans>You</Trans> : <Trans>Support</Trans>}</p>
          <p className="whitespace-pre-line break-long">{message.message}</p>
          <p className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-caption text-ink-soft tnum">
            {unsent !== null && !isRefused && <SyncMark state="waiting" label={t`Waiting`} />}
            {isRefused && <SyncMark state="refused" label={t`Refused`} />}
            <time dateTime={message.created_at}>{format.time(message.created_at)}</time>
          </p>
        </div>
      </div>
      {isLost && (
        <p className="ms-[40px] max-w-[min(34rem,80%)] text-caption text-ink-soft">
          <Trans>
            Our server lost this answer and was restored. Support cannot see it any more.
          </Trans>
        </p>
      )}
      {isRefused && <RefusedMessage chat={chat} message={unsent} />}
    </li>
  );
}

/**
 * The sender: the club's logo, or the person's initials. Decorative, as the text names the sender.
 */
function Face({ isOwn }: { isOwn: boolean }) {
  const { i18n } = useLingui();
  const self = useSingleton('self');
  if (!isOwn) return <Logo size="face" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-[32px] shrink-0 place-items-center rounded-[10px] bg-dawn font-display text-caption font-semibold text-dawn-ink card-line"
    >
      {self && initialsOf(`${self.name} ${self.surname}`, i18n.locales ?? i18n.locale)}
    </span>
  );
}
