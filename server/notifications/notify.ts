import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type Notification } from '#schemas/notification.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { notificationWords, type ToldEvent, typeOf, type Words } from './notification-texts.ts';

/** Something that a company's people are told of. */
export interface Told {
  readonly event: ToldEvent;
  readonly about: Partial<Notification['meta']>;
  readonly words: Words;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const NOTHING = { ticket_uuid: null, lead_uuid: null, project_uuid: null };

/**
 * Tells each active person of the company in their own language; of leads, only those who may have
 * any. In the transaction of what it tells of, with the company locked.
 */
export async function notify(
  trx: Transaction<Database>,
  companyId: string,
  { event, about, words, now }: Told,
): Promise<void> {
  const everybody = await trx
    .selectFrom('installers')
    .select(['id', 'role', 'languages_id'])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  const people = everybody.filter(({ role }) => event !== 'lead_new' || isMainCompanyRole(role));
  if (people.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, people.length);
  await trx
    .insertInto('notifications')
    .values(
      people.map(({ id, languages_id }, at) => ({
        uuid: randomUUID(),
        company_id: companyId,
        rev: firstRev + at,
        op_id: randomUUID(),
        created_at: new Date(now),
        updated_at: new Date(now),
        user_id: id,
        ...notificationWords(event, languageById(languages_id) ?? 'en', words),
        type: typeOf[event],
        event,
        meta: sql`${JSON.stringify({ ...NOTHING, ...about })}::jsonb`,
      })),
    )
    .execute();
}
