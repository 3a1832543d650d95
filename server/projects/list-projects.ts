import { type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { filterStatuses, type ProjectFilter } from '#schemas/project.ts';
import { pullPage } from '../db/changes.ts';
import { listAnswer, offsetOf, type Page } from '../db/list-page.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { containing } from './fold-text.ts';
import { projectFromRow } from './project-state.ts';

type Condition = (eb: ExpressionBuilder<Database, 'projects'>) => Expression<SqlBool>;

/** The company's projects of a filter, newest first. */
export function projectsByFilter(
  companyId: string,
  filter: ProjectFilter,
  page: Page,
  services: Services,
) {
  const statuses = filterStatuses[filter];
  return newestProjects(companyId, (eb) => eb('status', 'in', statuses), page, services);
}

/** The company's projects whose address contains the text, newest first. */
export function projectsByAddress(companyId: string, text: string, page: Page, services: Services) {
  const pattern = containing(text);
  return newestProjects(companyId, (eb) => eb('search_text', 'like', pattern), page, services);
}

/** The company's changes after a checkpoint, of all statuses: a project that leaves a list is told of. */
export function changedProjects(
  companyId: string,
  since: string,
  limit: number,
  services: Services,
) {
  return pullPage({
    ...services,
    companyId,
    since,
    limit,
    rowsAfter: (rev, count) =>
      services.db
        .selectFrom('projects')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('rev', '>', rev)
        .orderBy('rev')
        .limit(count)
        .execute(),
    toWire: projectFromRow,
  });
}

async function newestProjects(
  companyId: string,
  condition: Condition,
  page: Page,
  { db }: Services,
) {
  const found = db
    .selectFrom('projects')
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where(condition);
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .offset(offsetOf(page))
    .limit(page.limit)
    .execute();
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return listAnswer(rows.map(projectFromRow), total, page);
}
