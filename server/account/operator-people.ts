import { type Kysely, sql } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { isOwner } from '#schemas/roles.ts';
import { type Database } from '../db/tables.ts';
import { containsFolded, MAX_SEARCH_RESULTS } from '../db/folded-text.ts';
import { ApiFailure } from '../http/failure.ts';
import { listActionsOn } from '../operator/record-history.ts';
import { selectValidSessions } from './operator-sessions.ts';

/** Minimum number of digits to search phone numbers, so that a house number doesn't match everyone. */
const MIN_PHONE_DIGITS = 4;

/** Searches people by id, name, email address or phone number, ignoring case and accents. */
export function searchPeople(db: Kysely<Database>, text: string) {
  // “0048 501…” and “+48 501…” are the same number.
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  const isPhone = /^[\d\s()+./-]+$/.test(text) && digits.length >= MIN_PHONE_DIGITS;
  return db
    .selectFrom('installers')
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .select(['installers.id', 'installers.name', 'surname', 'email', 'phone', 'role'])
    .select(['installers.active', 'company_id as company', 'companies.name as company_name'])
    .where((eb) =>
      eb.or([
        eb(sql<string>`installers.id::text`, '=', text.toLowerCase()),
        containsFolded(sql`installers.name || ' ' || surname`, text),
        sql<boolean>`position(lower(${text}::text) in email) > 0`,
        ...(isPhone ? [sql<boolean>`position(${digits}::text in phone) > 0`] : []),
      ]),
    )
    .orderBy('surname')
    .orderBy('installers.name')
    .orderBy('installers.id')
    .limit(MAX_SEARCH_RESULTS)
    .execute();
}

/**
 * Loads a person with their valid sessions, their account changes, and the actions that operators took on them.
 * Throws `installer_not_found`.
 */
export async function loadPersonForOperator(db: Kysely<Database>, id: string, now: number) {
  const person = await db
    .selectFrom('installers')
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .selectAll('installers')
    .select('companies.name as company_name')
    .where('installers.id', '=', id)
    .executeTakeFirst();
  if (!person) throw new ApiFailure('installer_not_found');
  return {
    id: person.id,
    name: person.name,
    surname: person.surname,
    email: person.email,
    email_verified_at: person.verified_email_at,
    phone: person.phone,
    owner: isOwner(person.role),
    role: person.role,
    language: languageById(person.languages_id) ?? null,
    company: person.company_id,
    company_name: person.company_name,
    active: person.active,
    has_signed_in: person.has_signed_in,
    created_at: person.created_at,
    removed_at: person.removed_at,
    sessions: await listValidSessions(db, id, now),
    changes: await listChanges(db, id),
    history: await listActionsOn(db, id),
  };
}

function listValidSessions(db: Kysely<Database>, personId: string, now: number) {
  return selectValidSessions(db, personId, now)
    .select(['id', 'browser', 'system', 'created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .execute();
}

async function listChanges(db: Kysely<Database>, installerId: string) {
  const rows = await db
    .selectFrom('account_changes')
    .select(['created_at', 'subject', 'fields'])
    .where('installer_id', '=', installerId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ fields, ...row }) => ({
    ...row,
    // The value is always a list of field names, because only `recordChange` writes this column.
    fields: (fields as string[]).join(', '),
  }));
}
