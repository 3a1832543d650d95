import { type Kysely } from 'kysely';
import { emptyEntry, type TimelineSource } from '../console/record-timeline.ts';
import { type Database } from '../db/tables.ts';
import { type NamePerson } from './personal-data.ts';

/** Actions of a company's people: account changes, projects and orders. */
export function companySources(companyId: string, namePerson: NamePerson): TimelineSource[] {
  return [
    accountChanges('company_id', companyId, namePerson),
    projects(companyId, namePerson),
    orders(companyId, namePerson),
  ];
}

/** Account changes of a company, or by one person. */
export function accountChanges(
  column: 'company_id' | 'installer_id',
  id: string,
  namePerson: NamePerson,
): TimelineSource {
  return async (db, { before, limit }) => {
    const rows = await db
      .selectFrom('account_changes as change')
      .leftJoin('installers as person', 'person.id', 'change.installer_id')
      .select(['change.id', 'change.created_at', 'subject', 'fields', 'name', 'surname'])
      .where(`change.${column}`, '=', id)
      .$if(before !== null, (query) => query.where('change.created_at', '<', before))
      .orderBy('change.created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...emptyEntry,
      id: row.id,
      at: row.created_at.toISOString(),
      kind: 'installer' as const,
      what: `changed_${row.subject}`,
      who: namePerson(row),
      // Field names; written only by `recordChange`.
      details: row.fields as string[],
    }));
  };
}

function projects(companyId: string, namePerson: NamePerson): TimelineSource {
  return async (db, { before, limit }) => {
    const rows = await db
      .selectFrom('projects as project')
      .leftJoin('installers as person', 'person.id', 'project.created_by')
      .select(['project.uuid', 'project.created_at', 'person.name', 'person.surname'])
      .where('project.company_id', '=', companyId)
      .where('project.deleted', '=', false)
      .$if(before !== null, (query) => query.where('project.created_at', '<', before))
      .orderBy('project.created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...emptyEntry,
      id: row.uuid,
      at: row.created_at.toISOString(),
      kind: 'installer' as const,
      what: 'created_project',
      who: namePerson(row),
    }));
  };
}

function orders(companyId: string, namePerson: NamePerson): TimelineSource {
  return async (db, { before, limit }) => {
    const rows = await db
      .selectFrom('orders')
      .leftJoin('installers as person', 'person.id', 'orders.user_id')
      .select(['orders.uuid', 'orders.created_at', 'number', 'name', 'surname'])
      .where('orders.company_id', '=', companyId)
      .where('orders.deleted', '=', false)
      .$if(before !== null, (query) => query.where('orders.created_at', '<', before))
      .orderBy('orders.created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...emptyEntry,
      id: row.uuid,
      at: row.created_at.toISOString(),
      kind: 'installer' as const,
      what: 'placed_order',
      who: namePerson(row),
      details: [row.number],
    }));
  };
}

/** Finds when a company registered, as the oldest entry. */
export function registration(companyId: string): TimelineSource {
  return async (db: Kysely<Database>, { before }) => {
    const { created_at } = await db
      .selectFrom('companies')
      .select('created_at')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    if (before !== null && created_at >= before) return [];
    const at = created_at.toISOString();
    return [
      { ...emptyEntry, id: `registered-${companyId}`, at, kind: 'installer', what: 'registered' },
    ];
  };
}
