import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { languageById, type Language } from '#schemas/languages.ts';
import {
  type Notification,
  type NotificationEvent,
  type NotificationType,
} from '#schemas/notification.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { toJsonb } from '../db/jsonb.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { enqueuePushes } from '../push/enqueue-push.ts';
import { textKeys, type TextKey, getTexts } from '../texts/texts.ts';
import { EMPTY_META } from './notification-row.ts';

/** Events that generate a notification with built-in texts; announcements have their own texts. */
export type AutomaticEvent = Exclude<NotificationEvent, 'announcement'>;

/** Placeholder values of the texts. */
interface NotificationValues {
  /** A town, street, chat title or order number; may be empty. */
  readonly subject: string;
  /** The operator's reason, if given. */
  readonly reason?: string | undefined;
  /** Numbers in the text, such as the points at stake. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Replaces the event's title. */
  readonly title?: TextKey;
  /** Replaces the event's text. */
  readonly text?: TextKey;
  /** Built-in texts that are used as the reason if `reason` is missing. */
  readonly reasonTexts?: readonly TextKey[];
}

export const notificationTypes: Record<AutomaticEvent, NotificationType> = {
  lead_new: 'important',
  lead_expiring: 'important',
  project_accepted: 'info',
  product_rejected: 'warning',
  new_photo_needed: 'important',
  new_photo_reminder: 'important',
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

/** Returns the title and text in the person's language, or in English if that language has no translation. */
export function renderNotification(
  event: AutomaticEvent,
  language: Language,
  {
    subject,
    reason: givenReason,
    numbers,
    title,
    text: ownText,
    reasonTexts = [],
  }: NotificationValues,
): { readonly title: string; readonly text: string } {
  const { translate } = getTexts(language);
  const keyWithSubject = textKeys.find((key) => key === `notification.${event}.text_subject`);
  const text =
    subject === '' || keyWithSubject === undefined
      ? translate(ownText ?? `notification.${event}.text`, numbers)
      : translate(keyWithSubject, { subject, ...numbers });
  const reasons = reasonTexts.map((key) => translate(key));
  const reason = givenReason ?? (reasons.length > 0 ? reasons.join(', ') : undefined);
  return {
    title: translate(title ?? `notification.${event}.title`),
    text: reason === undefined ? text : `${text} ${translate('message.reason', { reason })}`,
  };
}

/** An event to notify a company's people about. */
interface NotificationInput {
  readonly event: AutomaticEvent;
  readonly meta: Partial<Notification['meta']>;
  readonly values: NotificationValues;
  /** The only recipient; if omitted, everyone concerned. */
  readonly recipientId?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Events that only main company roles see, because leads and the club card are only for them (spec 2 §6). */
const mainRolesOnly: ReadonlySet<AutomaticEvent> = new Set([
  'lead_new',
  'lead_expiring',
  'card_issued',
  'card_active',
  'card_blocked',
]);

/**
 * Creates a notification for each active person of the company, in the person's language, and queues a push message.
 * Events about leads and the club card go only to people with main company roles. This must be called in the
 * transaction that causes the event, with the company locked.
 */
export async function notify(
  trx: Transaction<Database>,
  companyId: string,
  { event, meta, values, recipientId, now }: NotificationInput,
): Promise<void> {
  const allPeople = await trx
    .selectFrom('installers')
    .select(['id', 'role', 'languages_id', 'fcm'])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  const people = allPeople.filter(({ id, role }) =>
    recipientId === undefined
      ? !mainRolesOnly.has(event) || isMainCompanyRole(role)
      : id === recipientId,
  );
  if (people.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, people.length);
  const notifications = people.map(({ id, languages_id, fcm }, index) => ({
    id,
    fcm,
    rev: firstRev + index,
    type: notificationTypes[event],
    event,
    meta: { ...EMPTY_META, ...meta },
    ...renderNotification(event, languageById(languages_id) ?? 'en', values),
  }));
  await trx
    .insertInto('notifications')
    .values(
      notifications.map(({ id, rev, title, text, type, meta: storedMeta }) => ({
        uuid: randomUUID(),
        company_id: companyId,
        rev,
        op_id: randomUUID(),
        created_at: new Date(now),
        updated_at: new Date(now),
        user_id: id,
        title,
        text,
        type,
        event,
        meta: toJsonb(storedMeta),
      })),
    )
    .execute();
  const notificationsToPush = notifications.filter(({ fcm }) => fcm !== '[]');
  await enqueuePushes(
    trx,
    notificationsToPush.map(({ id, ...notification }) => ({ installerId: id, notification })),
    now,
  );
}
