import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type FormatName } from '#server/companies/personal-data.ts';
import { entriesFrom, type TimelineSource } from '#server/console/record-timeline.ts';
import { type Database } from '#server/db/tables.ts';
import { type QueuedMessage } from './deliver-message.ts';
import { type LoggedStatus } from './message-tables.ts';

/** Logged messages are deleted after this time. */
export const MESSAGE_LOG_TTL_MS = 730 * DAY_MS;

/**
 * Logs the outcome of an attempt for timelines, without the message's text or address. Push messages aren't logged,
 * because their notifications are in timelines anyway. Messages that belong to neither an account nor a record, such as
 * an operator's code, aren't logged either. This must be called before the message's row is changed or deleted.
 * @param now milliseconds since 1970
 */
export async function logMessage(
  db: Kysely<Database>,
  { uuid, kind, tries }: QueuedMessage,
  status: LoggedStatus,
  now: number,
): Promise<void> {
  if (kind === 'push') return;
  await sql`
    insert into message_log (uuid, kind, about, installer_id, record_ids, at, status)
    select uuid, kind, about, person, record_ids, ${new Date(now)}, ${status}
    from messages, lateral (select ${recipientId} as person) as recipient_of
    where uuid = ${uuid} and tries = ${tries} and (person is not null or record_ids <> '{}')
    on conflict (uuid) do update set at = excluded.at, status = excluded.status`.execute(db);
}

/** The recipient's account; null for homeowners and operators. */
const recipientId = sql<string | null>`case
  when messages.installer_id is not null then messages.installer_id
  when messages.about like 'operator%' then null
  when messages.kind = 'email' then
    (select id from installers where email = messages.recipient limit 1)
  else (select id from installers where phone = messages.recipient limit 1)
  end`;

interface LoggedMessage {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly what: string;
  readonly outcome: string;
  readonly name: string | null;
  readonly surname: string | null;
}

/** Emails and text messages to a person, for a timeline. */
export function messagesToPerson(personId: string, formatName: FormatName): TimelineSource {
  return loggedMessages(sql`message.installer_id = ${personId}`, formatName);
}

/**
 * Emails and text messages to a company's members, for a timeline. One-time codes are left out, because they would
 * outnumber all other messages.
 */
export function messagesToCompany(companyId: string, formatName: FormatName): TimelineSource {
  // Uses an array, because PostgreSQL would otherwise read the whole log or all people for a company with many members.
  return loggedMessages(
    sql`message.installer_id = any(array(select id from installers where company_id = ${companyId}))
      and message.about not in ('sign_in', 'verify_email')`,
    formatName,
  );
}

/** Emails and text messages about records, for a timeline. */
export function messagesAbout(ids: readonly string[], formatName: FormatName): TimelineSource {
  // Uses an array, because PostgreSQL would otherwise read the log by time until it finds a page of messages.
  return loggedMessages(
    sql`message.uuid = any(array(select uuid from message_log
      where record_ids && ${ids}::uuid[] and record_ids <> '{}'))`,
    formatName,
  );
}

function loggedMessages(condition: RawBuilder<unknown>, formatName: FormatName): TimelineSource {
  return entriesFrom<LoggedMessage>(
    () => sql`(
      select message.uuid::text as id, message.at, message.kind, message.about as what,
        message.status as outcome, person.name, person.surname
      from message_log as message
      left join installers as person on person.id = message.installer_id
      where ${condition})`,
    (row) => ({
      ...{ kind: 'message', what: row.what, who: formatName(row), outcome: row.outcome },
      details: [row.kind],
    }),
  );
}
