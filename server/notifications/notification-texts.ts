import { type Language } from '#schemas/languages.ts';
import { type NotificationEvent, type NotificationType } from '#schemas/notification.ts';
import { textKeys, textsIn } from '../texts/texts.ts';

/** What is told by itself when something happens; announcements have words of their own. */
export type AutomaticEvent = Exclude<NotificationEvent, 'announcement'>;

/** What is put into the words. */
export interface NotificationValues {
  /** A town, a street, the title of a chat, or an order's number; may be empty. */
  readonly subject: string;
  /** Why, where an operator has given a reason. */
  readonly reason?: string | undefined;
}

export const notificationTypes: Record<AutomaticEvent, NotificationType> = {
  lead_new: 'important',
  lead_expiring: 'important',
  project_accepted: 'info',
  welcome_points: 'info',
  chat_reply: 'info',
  order_approved: 'info',
  order_complete: 'info',
  order_rejected: 'warning',
  order_failed: 'warning',
  card_issued: 'info',
  card_active: 'info',
  card_blocked: 'warning',
};

/** A notification's words in the person's language where it is translated. */
export function renderNotification(
  event: AutomaticEvent,
  language: Language,
  { subject, reason }: NotificationValues,
): { readonly title: string; readonly text: string } {
  const { translate } = textsIn(language);
  const named = textKeys.find((key) => key === `notification.${event}.text_subject`);
  const text =
    subject === '' || named === undefined
      ? translate(`notification.${event}.text`)
      : translate(named, { subject });
  return {
    title: translate(`notification.${event}.title`),
    text: reason === undefined ? text : `${text} ${translate('told.reason', { reason })}`,
  };
}
