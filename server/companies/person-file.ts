import { fullName } from '#schemas/person-rules.ts';
import { type Selectable, sql, type Transaction } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type InstallersTable } from '../access/access-tables.ts';
import { lockPerson, selectValidSessions } from '../account/operator-sessions.ts';
import { isErased } from '../account/redact-person.ts';
import { shortenEmail, shortenPhone } from '../account/shorten-contact.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { fixedEntries, readTimeline, type TimelineSource } from '../console/record-timeline.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { messagesToPerson } from '../messages/queue/message-log.ts';
import { notificationsToPerson } from '../notifications/notification-entries.ts';
import { accountChanges } from './company-timeline.ts';
import { createNameFormatter, readsPersonalData } from './personal-data.ts';

/** A person with their company's name and country, within the operator's countries. */
function loadPerson(queries: ScopedQueries, id: string) {
  return queries
    .selectFrom('installers as person')
    .innerJoin('companies', 'companies.id', 'person.company_id')
    .selectAll('person')
    .select(['companies.name as company_name', 'companies.regions_id as region'])
    .where('person.id', '=', id)
    .executeTakeFirstOrThrow();
}

export const readPersonFile: OperatorHandler<typeof operatorCalls.readPersonFile> = async (
  { params: { id }, operator },
  { db, clock },
) => {
  const person = await loadPerson(operator.queries, id);
  const sessions = await selectValidSessions(db, id, clock.now())
    .select(['id', 'browser', 'system', 'created_at', 'expires_at', 'is_read_only'])
    .select((eb) =>
      eb
        .selectFrom('session_tokens as pair')
        .select(sql<Date>`max(greatest(pair.issued_at, pair.used_at))`.as('last_used_at'))
        .whereRef('pair.session_id', '=', 'sessions.id')
        .as('last_used_at'),
    )
    .orderBy('created_at', 'desc')
    .execute();
  return {
    id: person.id,
    name: createNameFormatter(readsPersonalData(operator, person.region))(person) ?? '',
    company: { id: person.company_id, name: person.company_name },
    region: person.region,
    role: person.role,
    active: person.active,
    has_signed_in: person.has_signed_in,
    created_at: person.created_at.toISOString(),
    rev: person.details_rev,
    email: person.email === null ? null : shortenEmail(person.email),
    phone: person.phone === null ? null : shortenPhone(person.phone),
    email_verified: person.verified_email_at !== null,
    language: languageById(person.languages_id),
    removed_at: person.removed_at?.toISOString() ?? null,
    is_erased: isErased(person),
    sessions: sessions.map((session) => ({
      ...session,
      created_at: session.created_at.toISOString(),
      last_used_at: (session.last_used_at ?? session.created_at).toISOString(),
      expires_at: session.expires_at.toISOString(),
    })),
  };
};

export const listPersonTimeline: OperatorHandler<typeof operatorCalls.listPersonTimeline> = async (
  { params, query, operator },
  { db },
) => {
  const id = params.id.toLowerCase();
  const person = await loadPerson(operator.queries, id);
  const nameOrNull = createNameFormatter(readsPersonalData(operator, person.region))(person);
  return readTimeline(db, id, query, [
    accountChanges('installer_id', id, () => nameOrNull),
    notificationsToPerson(id, () => nameOrNull),
    messagesToPerson(id, () => nameOrNull),
    membershipEntries(person),
  ]);
};

/** Timeline entries for joining and leaving the team. */
function membershipEntries({
  id,
  created_at,
  removed_at,
}: Selectable<InstallersTable>): TimelineSource {
  const entry = (what: string, at: Date) =>
    ({ id: `${what}-${id}`, at, kind: 'installer', what }) as const;
  return fixedEntries([
    entry('added', created_at),
    ...(removed_at === null ? [] : [entry('removed', removed_at)]),
  ]);
}

/** Reads the data that `readPersonFile` masks. The response stored for retries doesn't contain it. */
export const revealPersonContact: OperatorHandler<
  typeof operatorCalls.revealPersonContact
> = async ({ params: { id }, operator, runAction }) => {
  const { name, surname, email, phone } = await loadPerson(operator.queries, id);
  await runAction(() => Promise.resolve({ contact: null }));
  return { contact: { name: fullName(name, surname), email, phone } };
};

/**
 * Locks a person for an action. Throws `conflict` if their details have changed since the version that the operator
 * saw.
 */
export async function lockPersonRev(trx: Transaction<Database>, id: string, rev: number | null) {
  const person = await lockPerson(trx, id);
  if (rev !== null && person.details_rev !== rev)
    throw new ApiFailure('conflict', { field: 'body.rev' });
  const company = await trx
    .selectFrom('companies')
    .select(['name', 'regions_id'])
    .where('id', '=', person.company_id)
    .executeTakeFirstOrThrow();
  return { ...person, company_name: company.name, region: company.regions_id };
}
