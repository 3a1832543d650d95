import {
  Bell,
  Camera,
  CircleX,
  Coins,
  CreditCard,
  House,
  MessageSquare,
  Package,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { NotificationDocument } from '#schemas/notification.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useFormat } from '#src/data/text/format.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { NotificationItem } from '#src/parts/notification-item.tsx';
import { useGo } from '#src/app/use-go.ts';
import { type AppLink, paths } from '#src/app/paths.ts';

type NotificationSubject = NonNullable<NotificationLink>['subject'];

/** Icons by subject. */
const subjectIcons: Record<NotificationSubject, ReactNode> = {
  ticket: <MessageSquare />,
  lead: <UserRound />,
  order: <Package />,
  project: <House />,
  new_photo: <Camera />,
  rejected_product: <CircleX />,
  card: <CreditCard />,
  points: <Coins />,
};

interface NotificationRowProps {
  notification: NotificationDocument;
  /** Opens the full text if there is no link. */
  onOpen: () => void;
}

/** A notification. Opening it marks it as read and follows its link. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const account = useAccount();
  const format = useFormat();
  const canSee = useCanSee();
  const go = useGo();
  const link = notificationLink(notification);
  const defaultTone = link ? 'info' : 'system';

  const open = () => {
    // Open the notification even if a full device prevents marking it as read.
    account.notificationCommands.markNotificationRead(notification.uuid).catch(() => undefined);
    if (link && canSee(link.target)) go(link.target);
    else onOpen();
  };
  return (
    <NotificationItem
      title={notification.title}
      text={notification.text}
      type={notification.type}
      isUnread={notification.mark === 'unread'}
      icon={link ? subjectIcons[link.subject] : <Bell />}
      tone={notification.type === 'warning' ? 'warn' : defaultTone}
      time={{ moment: notification.created_at, text: format.time(notification.created_at) }}
      onPress={open}
    />
  );
}

/** Target of a notification; null if there is nothing to open. */
type NotificationLink = {
  readonly subject:
    | 'ticket'
    | 'lead'
    | 'order'
    | 'project'
    | 'new_photo'
    | 'rejected_product'
    | 'card'
    | 'points';
  readonly target: AppLink;
} | null;

/** Returns the target of a notification (spec 1 §3, `event` and `meta`). */
export function notificationLink({
  event,
  meta,
}: Pick<NotificationDocument, 'event' | 'meta'>): NotificationLink {
  const { ticket_uuid: ticketId, lead_uuid: leadId, order_uuid: orderId } = meta;
  const { project_uuid: projectId } = meta;
  if (ticketId !== null) return { subject: 'ticket', target: paths.supportChat(ticketId) };
  if (leadId !== null) return { subject: 'lead', target: paths.lead(leadId) };
  if (orderId !== null) return { subject: 'order', target: paths.order(orderId) };
  if (projectId !== null) return { subject: subjectOf(event), target: paths.project(projectId) };
  // A company has only one card and one balance, so the event alone identifies the target.
  if (event === 'welcome_points') return { subject: 'points', target: paths.balance() };
  return event.startsWith('card_') ? { subject: 'card', target: paths.clubCard() } : null;
}

/** Subject of a notification about a project. */
function subjectOf(event: NotificationDocument['event']): NotificationSubject {
  if (event === 'product_rejected') return 'rejected_product';
  return event === 'new_photo_needed' || event === 'new_photo_reminder' ? 'new_photo' : 'project';
}
