import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import type { NotificationType } from '#schemas/notification.ts';
import { UnreadDot } from '#src/ui/feedback/badge.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';

interface NotificationItemProps {
  readonly title: string;
  readonly text: string;
  readonly type: NotificationType;
  readonly isUnread: boolean;
  readonly icon: ReactNode;
  readonly tone: ComponentProps<typeof IconTile>['tone'];
  /** Time of sending, as a timestamp and as text. */
  readonly time: { readonly moment: string; readonly text: string };
  readonly onPress?: () => void;
}

/** A notification in a list, as installers see it. */
export function NotificationItem(props: NotificationItemProps) {
  const { title, text, type, isUnread, icon, tone, time } = props;
  return (
    <ListRow
      thumbnail={<IconTile icon={icon} tone={tone} />}
      title={
        <span className="flex items-start gap-2">
          <span className={isUnread ? 'font-semibold' : undefined}>{title}</span>
          {isUnread && (
            <UnreadDot>
              <Trans>Unread</Trans>
            </UnreadDot>
          )}
        </span>
      }
      meta={
        <span className="line-clamp-2">
          <NotificationTypeLabel type={type} />
          {text}
        </span>
      }
      trailing={
        <time className="text-caption text-ink-soft tnum" dateTime={time.moment}>
          {time.text}
        </time>
      }
      onPress={props.onPress}
    />
  );
}

/** The type as text, because colour alone isn't accessible. */
function NotificationTypeLabel({ type }: { type: NotificationType }) {
  if (type === 'info') return null;
  return (
    <span className="font-semibold">
      {type === 'important' ? <Trans>Important</Trans> : <Trans>Warning</Trans>}
      {' · '}
    </span>
  );
}
