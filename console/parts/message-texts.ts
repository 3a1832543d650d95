import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FailedMessages } from '#schemas/operator/system-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

export const channelTexts: Readonly<Record<FailedMessages['channel'], MessageDescriptor>> = {
  email: msg`Email`,
  sms: msg`Text message`,
  push: msg`Push message`,
};

/** Status of messages that couldn't be sent so far. */
export const messageStates: Readonly<
  Record<FailedMessages['state'], { tone: Tone; text: MessageDescriptor }>
> = {
  pending: { tone: 'warn', text: msg({ message: 'Being retried', context: 'message' }) },
  refused: { tone: 'bad', text: msg({ message: 'Rejected by the provider', context: 'message' }) },
  too_old: { tone: 'bad', text: msg({ message: 'Not sent in time', context: 'message' }) },
  unreadable: { tone: 'bad', text: msg({ message: 'Not readable', context: 'message' }) },
};

/** Statuses of messages and notifications in a timeline. */
export const timelineStates: Readonly<Record<string, { tone: Tone; text: MessageDescriptor }>> = {
  ...messageStates,
  sent: { tone: 'good', text: msg({ message: 'Sent', context: 'message' }) },
  read: { tone: 'good', text: msg({ message: 'Read', context: 'notification' }) },
  unread: { tone: 'neutral', text: msg`Not read yet` },
};

/** Names of the channels by which the messages in a timeline were sent. */
export const timelineChannels: Readonly<Record<string, MessageDescriptor>> = {
  ...channelTexts,
  notification: msg`Notification in the app`,
};

/** Names of code purposes, templates, and push message events. */
const subjects: Readonly<Record<string, MessageDescriptor>> = {
  sign_in: msg`Sign-in code`,
  verify_email: msg`Email verification code`,
  email_changed: msg`Notice of a changed email address`,
  wrong_codes: msg`Notice of wrong codes`,
  operator_sign_in: msg`Operator’s sign-in code`,
  operator_invitation: msg`Operator’s invitation`,
  order_confirmed: msg`Order confirmation`,
  order_decided: msg`Order decision`,
  top_up_refused: msg`Rejected top-up`,
  welcome: msg`Welcome`,
  lead_offered: msg`Offered lead`,
  chat_answered: msg`Answer to a chat`,
  certificate: msg`Warranty certificate`,
  handover: msg`Handover document`,
  team_invitation: msg`Team invitation`,
  phone_replaced: msg`Notice of a replaced phone number`,
  phone_entered: msg`Notice to a new phone number`,
  sign_in_replaced: msg`Notice of a replaced address or number`,
  lead_new: msg`Offered lead`,
  lead_expiring: msg`Lead expiring soon`,
  project_accepted: msg`Accepted project`,
  product_rejected: msg`Rejected product`,
  new_photo_needed: msg`New photo request`,
  new_photo_reminder: msg`New photo reminder`,
  welcome_points: msg`Welcome points`,
  chat_reply: msg`Answer to a chat`,
  order_approved: msg`Order decision`,
  order_complete: msg`Order decision`,
  order_rejected: msg`Order decision`,
  order_failed: msg`Problem with an order`,
  card_issued: msg`Club card`,
  card_active: msg`Club card`,
  card_blocked: msg`Club card`,
  announcement: msg`Announcement`,
};

/** Subject of messages, or its code if the console has no text for it. */
export function subjectText(i18n: I18n, about: string): string {
  const text = subjects[about];
  return text ? i18n._(text) : about.replaceAll('_', ' ');
}
