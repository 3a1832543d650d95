import { type RawBuilder, sql } from 'kysely';
import { type FormatName } from '../companies/personal-data.ts';
import { entriesFrom, type TimelineSource } from '../console/record-timeline.ts';
import { anyUuid } from '../scans/any-of.ts';

interface NotificationEntry {
  readonly id: string;
  readonly at: Date;
  readonly what: string;
  readonly outcome: string;
  readonly name: string | null;
  readonly surname: string | null;
}

/** Notifications to a person, for a timeline. The entries show the event, recipient, time and mark, never the text. */
export function notificationsToPerson(personId: string, formatName: FormatName): TimelineSource {
  return notificationEntries(sql`notification.user_id = ${personId}`, formatName);
}

/** Notifications to a company's people, for a timeline. */
export function notificationsToCompany(companyId: string, formatName: FormatName): TimelineSource {
  return notificationEntries(sql`notification.company_id = ${companyId}`, formatName);
}

/**
 * Notifications about orders or leads, for a timeline.
 * @param companies the companies that the records belong to, because notifications are indexed by company
 */
export function notificationsAbout(
  subject: 'order_uuid' | 'lead_uuid',
  { ids, companies }: { readonly ids: readonly string[]; readonly companies: readonly string[] },
  formatName: FormatName,
): TimelineSource {
  return notificationEntries(
    sql`notification.company_id = ${anyUuid(companies)}
      and notification.meta ->> ${subject} = any(${ids}::text[])`,
    formatName,
  );
}

function notificationEntries(
  condition: RawBuilder<unknown>,
  formatName: FormatName,
): TimelineSource {
  return entriesFrom<NotificationEntry>(
    () => sql`(
      select notification.uuid::text as id, notification.created_at as at, notification.event as what,
        notification.mark as outcome, person.name, person.surname
      from notifications as notification
      left join installers as person on person.id = notification.user_id
      where not notification.deleted and ${condition})`,
    (row) => ({
      ...{ kind: 'message', what: row.what, who: formatName(row), outcome: row.outcome },
      details: ['notification'],
    }),
  );
}
