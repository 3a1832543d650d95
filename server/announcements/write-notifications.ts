import { sql, type Transaction } from 'kysely';
import { languageById, sourceLanguage, toCatalogueLanguage } from '#schemas/languages.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { EMPTY_META } from '../notifications/notification-row.ts';
import { enqueuePushes } from '../push/enqueue-push.ts';
import { type AnnouncementTexts } from './announcement-tables.ts';

/** An active person. The transaction holds a lock on their company. */
export interface Recipient {
  readonly id: string;
  readonly company_id: string;
  readonly languages_id: number;
  /** Push tokens of the person's devices. */
  readonly fcm: string;
}

/** Returns the language of the text for a person: their own, or English if there is no text in their language. */
export const languageFor = (texts: AnnouncementTexts, languageId: number) => {
  const language = toCatalogueLanguage(languageById(languageId));
  return texts[language] ? language : sourceLanguage;
};

/**
 * Creates a notification for each person, in that person's language, and queues push messages.
 * @param announcement id of the announcement, so that each person gets only one notification for it; null for a test
 */
export async function writeNotifications(
  trx: Transaction<Database>,
  people: readonly Recipient[],
  {
    announcement,
    texts,
    now,
  }: {
    readonly announcement: string | null;
    readonly texts: AnnouncementTexts;
    readonly now: number;
  },
): Promise<void> {
  if (people.length === 0) return;
  const notifications = people.map((person) => {
    const { title = '', text = '' } = texts[languageFor(texts, person.languages_id)] ?? {};
    return { ...person, title, text };
  });
  const column = (values: readonly string[], type: 'text' | 'uuid') =>
    sql`${values}::${sql.raw(type)}[]`;
  const at = new Date(now);
  await sql`
    with numbered as materialized (
      select given.*, row_number() over (partition by company_id order by id) as number,
        count(*) over (partition by company_id) as count
      from unnest(
        ${column(
          notifications.map(({ id }) => id),
          'uuid',
        )}, ${column(
          notifications.map(({ company_id }) => company_id),
          'uuid',
        )}, ${column(
          notifications.map(({ title }) => title),
          'text',
        )}, ${column(
          notifications.map(({ text }) => text),
          'text',
        )}
      ) as given (id, company_id, title, text)
    ), counted as (
      update companies set rev = rev + numbered.count from numbered
      where companies.id = numbered.company_id and numbered.number = 1
      returning companies.id, companies.rev - numbered.count as rev
    )
    insert into notifications (uuid, company_id, rev, op_id, created_at, updated_at, user_id, title, text, type, event,
      meta, announcement_id)
    select gen_random_uuid(), numbered.company_id, counted.rev + numbered.number, gen_random_uuid(), ${at}::timestamptz,
      ${at}::timestamptz, numbered.id, numbered.title, numbered.text, 'info', 'announcement',
      ${toJsonb(EMPTY_META)}, ${announcement}::uuid
    from numbered join counted on counted.id = numbered.company_id`.execute(trx);
  const pushes = notifications
    .filter(({ fcm }) => fcm !== '[]')
    .map(({ id, title, text }) => ({
      installerId: id,
      notification: { title, text, type: 'info', event: 'announcement', meta: EMPTY_META } as const,
    }));
  await enqueuePushes(trx, pushes, now);
}
