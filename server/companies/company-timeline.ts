import { type Expression, type Kysely, sql } from 'kysely';
import { entriesFrom, type TimelineSource } from '../console/record-timeline.ts';
import { type Database } from '../db/tables.ts';
import { type FormatName } from './personal-data.ts';

/** Actions of a company's people: account changes, projects and orders. */
export function companySources(companyId: string, formatName: FormatName): TimelineSource[] {
  return [
    accountChanges('company_id', companyId, formatName),
    installerActions(formatName, (db) =>
      db
        .selectFrom('projects as project')
        .leftJoin('installers as person', 'person.id', 'project.created_by')
        .select(sql<string>`project.uuid::text`.as('id'))
        .select(sql<string>`'created_project'`.as('what'))
        .select(['project.created_at as at', 'person.name', 'person.surname'])
        .where('project.company_id', '=', companyId)
        .where('project.deleted', '=', false),
    ),
    installerActions(formatName, (db) =>
      db
        .selectFrom('orders')
        .leftJoin('installers as person', 'person.id', 'orders.user_id')
        .select(sql<string>`orders.uuid::text`.as('id'))
        .select(sql<string>`'placed_order'`.as('what'))
        .select(sql<string[]>`jsonb_build_array(number)`.as('details'))
        .select(['orders.created_at as at', 'name', 'surname'])
        .where('orders.company_id', '=', companyId)
        .where('orders.deleted', '=', false),
    ),
  ];
}

/** Account changes in a company, or made by one person. */
export function accountChanges(
  column: 'company_id' | 'installer_id',
  id: string,
  formatName: FormatName,
): TimelineSource {
  return installerActions(formatName, (db) =>
    db
      .selectFrom('account_changes as change')
      .leftJoin('installers as person', 'person.id', 'change.installer_id')
      .select(sql<string>`change.id::text`.as('id'))
      .select(sql<string>`'changed_' || subject`.as('what'))
      // Only `recordChange` writes this column. It contains the names of the changed fields.
      .select(sql<string[]>`fields`.as('details'))
      .select(['change.created_at as at', 'name', 'surname'])
      .where(`change.${column}`, '=', id),
  );
}

interface ActionRow {
  readonly id: string;
  readonly at: Date;
  readonly what: string;
  readonly details?: string[];
  readonly name: string | null;
  readonly surname: string | null;
}

/** Installers' actions, with names if the operator may see them. */
function installerActions<Row extends ActionRow>(
  formatName: FormatName,
  select: (db: Kysely<Database>) => Expression<Row>,
): TimelineSource {
  return entriesFrom(select, (row) => ({
    kind: 'installer',
    what: row.what,
    who: formatName(row),
    details: row.details ?? [],
  }));
}
