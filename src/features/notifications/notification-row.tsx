import { Trans } from '@lingui/react/macro';
import { Bell, CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NotificationDocument, NotificationType } from '#schemas/notification.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useFormat } from '#src/data/words/format.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { ListRow } from '#src/ui/list-row.tsx';
import { UnreadDot } from '#src/ui/unread-dot.tsx';
import { useGo } from '#src/use-go.ts';
import { notificationLink } from './notification-link.ts';
import { NotificationTypeWord } from './notification-type-word.tsx';

const icons: Record<NotificationType, ReactNode> = {
  info: <Bell className="text-info" />,
  warning: <TriangleAlert className="text-warn" />,
  important: <CircleAlert className="text-bad" />,
};

interface NotificationRowProps {
  notification: NotificationDocument;
  /** Shows all of it, where it leads nowhere. */
  onOpen: () => void;
}

/** One notification. Opening it reads it, and goes to what it is about. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const account = useAccount();
  const format = useFormat();
  const maySee = useMaySee();
  const go = useGo();
  const link = notificationLink(notification);
  const isUnread = notification.mark === 'unread';

  const open = () => {
    // A full device can't keep the mark; the notification is opened all the same and stays unread.
    account.notificationCommands.readNotification(notification.uuid).catch(() => undefined);
    if (link && maySee(link.path)) go(link.path);
    else onOpen();
  };
  return (
    <ListRow
      icon={icons[notification.type]}
      title={
        <span className="flex items-start gap-2">
          <span className={isUnread ? 'font-bold' : 'font-medium'}>{notification.title}</span>
          {isUnread && (
            <UnreadDot>
              <Trans>Unread</Trans>
            </UnreadDot>
          )}
        </span>
      }
      meta={
        <>
          <span className="line-clamp-2">{notification.text}</span>
          <span className="mt-0.5 block text-caption tnum">
            <NotificationTypeWord type={notification.type} />
            <time dateTime={notification.created_at}>{format.time(notification.created_at)}</time>
          </span>
        </>
      }
      chevron
      onPress={open}
    />
  );
}
