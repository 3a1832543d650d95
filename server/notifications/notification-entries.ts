import { type RawBuilder, sql } from 'kysely';
import { type NamePerson } from '../companies/personal-data.ts';
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

/** Notifications to a person, for a timeline: their event, recipient, time and mark, never their text. */
export function notificationsToPerson(personId: string, namePerson: NamePerson): TimelineSource {
  return notificationEntries(sql`notification.user_id = ${personId}`, namePerson);
}

/** Notifications to a company's people, for a timeline. */
export function notificationsToCompany(companyId: string, namePerson: NamePerson): TimelineSource {
  return notificationEntries(sql`notification.company_id = ${companyId}`, namePerson);
}

/**
 * Notifications about orders or leads, for a timeline.
 * @param companies the companies that the records belong to, because notifications are indexed by company
 */
export function notificationsAbout(
  subject: 'order_uuid' | 'lead_uuid',
  { ids, companies }: { readonly ids: readonly string[]; readonly companies: readonly string[] },
  namePerson: NamePerson,
): TimelineSource {
  return notificationEntries(
    sql`notification.company_id = ${anyUuid(companies)}
      and notification.meta ->> ${subject} = any(${ids}::text[])`,
    namePerson,
  );
}

function notificationEntries(
  condition: RawBuilder<unknown>,
  namePerson: NamePerson,
): TimelineSource {
  return entriesFrom<NotificationEntry>(
    () => sql`(
      select notification.uuid::text as id, notification.created_at as at, notification.event as what,
        notification.mark as outcome, person.name, person.surname
      from notifications as notification
      left join installers as person on person.id = notification.user_id
      where not notification.deleted and ${condition})`,
    (row) => ({
      ...{ kind: 'message', what: row.what, who: namePerson(row), outcome: row.outcome },
      details: ['notification'],
    }),
  );
}
