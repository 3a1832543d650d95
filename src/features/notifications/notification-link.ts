import type { NotificationDocument } from '#schemas/notification.ts';
import { paths } from '#src/app/paths.ts';

/**
 * What a notification leads to: its conversation, lead, order or project, the club card or the points; null where
 * it tells all.
 */
export type NotificationLink = {
  readonly about: 'ticket' | 'lead' | 'order' | 'project' | 'card' | 'points';
  readonly path: string;
} | null;

/** Where opening a notification leads (spec 1 §3, `event` and `meta`). */
export function notificationLink({
  event,
  meta,
}: Pick<NotificationDocument, 'event' | 'meta'>): NotificationLink {
  const { ticket_uuid: ticket, lead_uuid: lead, order_uuid: order } = meta;
  const { project_uuid: project } = meta;
  if (ticket !== null) return { about: 'ticket', path: paths.supportChat(ticket) };
  if (lead !== null) return { about: 'lead', path: paths.lead(lead) };
  if (order !== null) return { about: 'order', path: paths.order(order) };
  if (project !== null) return { about: 'project', path: paths.project(project) };
  // A company has one card and one balance: the event alone says what it is about.
  if (event === 'welcome_points') return { about: 'points', path: paths.balance() };
  return event.startsWith('card_') ? { about: 'card', path: paths.clubCard() } : null;
}
