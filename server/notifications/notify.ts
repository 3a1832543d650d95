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

/** Something that a company's people are told of. */
export interface NotificationInput {
  readonly event: AutomaticEvent;
  readonly meta: Partial<Notification['meta']>;
  readonly values: NotificationValues;
  /** The one person who is told; everybody whom it concerns without it. */
  readonly to?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a notification is about that tells all by itself. */
export const EMPTY_META: Notification['meta'] = {
  ticket_uuid: null,
  lead_uuid: null,
  project_uuid: null,
  order_uuid: null,
};

/** What is none of the other roles' business (spec 2 §6). */
const mainRolesOnly: ReadonlySet<AutomaticEvent> = new Set([
  'lead_new',
  'lead_expiring',
  'card_issued',
  'card_active',
  'card_blocked',
]);

/**
 * Tells each active person of the company in their own language, and pushes it to their devices; of
 * leads and the club card, only those who may have any. In the transaction of what it tells of, with the company locked.
 */
export async function notify(
  trx: Transaction<Database>,
  companyId: string,
  { event, meta, values, to, now }: NotificationInput,
): Promise<void> {
  const everybody = await trx
    .selectFrom('installers')
    .select(['id', 'role', 'languages_id', 'fcm'])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  const people = everybody.filter(({ id, role }) =>
    to === undefined ? !mainRolesOnly.has(event) || isMainCompanyRole(role) : id === to,
  );
  if (people.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, people.length);
  const told = people.map(({ id, languages_id, fcm }, at) => ({
    id,
    fcm,
    rev: firstRev + at,
    type: notificationTypes[event],
    event,
    meta: { ...EMPTY_META, ...meta },
    ...renderNotification(event, languageById(languages_id) ?? 'en', values),
  }));
  await trx
    .insertInto('notifications')
    .values(
      told.map(({ id, rev, title, text, type, meta: stored }) => ({
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
        meta: toJsonb(stored),
      })),
    )
    .execute();
  const reached = told.filter(({ fcm }) => fcm !== '[]');
  await enqueuePushes(
    trx,
    reached.map(({ id, ...notification }) => ({ installerId: id, notification })),
    now,
  );
}
