import { Trans } from '@lingui/react/macro';
import { Bell, Coins, CreditCard, House, MessageSquare, Package, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NotificationDocument } from '#schemas/notification.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useFormat } from '#src/data/text/format.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { UnreadDot } from '#src/ui/feedback/unread-dot.tsx';
import { useGo } from '#src/app/use-go.ts';
import { notificationLink, type NotificationLink } from './notification-link.ts';
import { NotificationTypeLabel } from './notification-type-word.tsx';

type About = NonNullable<NotificationLink>['about'];

/** The sign of what it is about; a bell where it tells all. */
const signs: Record<About, ReactNode> = {
  ticket: <MessageSquare />,
  lead: <UserRound />,
  order: <Package />,
  project: <House />,
  card: <CreditCard />,
  points: <Coins />,
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
  const maySee = useCanSee();
  const go = useGo();
  const link = notificationLink(notification);
  const isUnread = notification.mark === 'unread';

  const open = () => {
    // A full device can't keep the mark; the notification is opened all the same and stays unread.
    account.notificationCommands.markNotificationRead(notification.uuid).catch(() => undefined);
    if (link && maySee(link.path)) go(link.path);
    else onOpen();
  };
  return (
    <ListRow
      thumbnail={
        <IconTile
          icon={link ? signs[link.about] : <Bell />}
          tone={notification.type === 'warning' ? 'warn' : link ? 'place' : 'system'}
        />
      }
      title={
        <span className="flex items-start gap-2">
          <span className={isUnread ? 'font-semibold' : undefined}>{notification.title}</span>
          {isUnread && (
            <UnreadDot>
              <Trans>Unread</Trans>
            </UnreadDot>
          )}
        </span>
      }
      meta={
        <span className="line-clamp-2">
          <NotificationTypeLabel type={notification.type} />
          {notification.text}
        </span>
      }
      trailing={
        <time className="text-caption text-ink-soft tnum" dateTime={notification.created_at}>
          {format.time(notification.created_at)}
        </time>
      }
      onPress={open}
    />
  );
}
