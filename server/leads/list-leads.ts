import { leadStatuses, placeOf } from '#schemas/lead-steps.ts';
import { pullPage } from '../db/changes.ts';
import { listAnswer, offsetOf, type Page } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { leadFromRow, mayHaveLeads, selectLeads } from './lead-row.ts';

const archived = leadStatuses.filter((status) => placeOf(status) === 'archive');
const enabled = leadStatuses.filter((status) => placeOf(status) !== 'archive');

/**
 * The company's leads, newest first; none for people who may have none.
 * Throws `not_found` when another company's are asked for.
 */
export async function newestLeads(
  actor: Actor,
  asked: { readonly companyId: string | undefined; readonly enabled: number | undefined },
  page: Page,
  { db }: Services,
) {
  if (asked.companyId !== undefined && asked.companyId.toLowerCase() !== actor.companyId) {
    throw new ApiFailure('not_found');
  }
  if (!(await mayHaveLeads(db, actor))) return listAnswer([], 0, page);
  const statuses =
    asked.enabled === undefined ? leadStatuses : asked.enabled === 1 ? enabled : archived;
  const rows = await selectLeads(db, actor.companyId)
    .where('leads.deleted', '=', false)
    .where('leads.status', 'in', statuses)
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.uuid')
    .offset(offsetOf(page))
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom('leads')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', actor.companyId)
    .where('deleted', '=', false)
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow();
  return listAnswer(rows.map(leadFromRow), total, page);
}

/**
 * The company's changes after a checkpoint. Whoever may have no leads gets none, and their checkpoint
 * stays where it is: should they be allowed some day, nothing was skipped.
 */
export async function changedLeads(actor: Actor, since: string, limit: number, services: Services) {
  const isAllowed = await mayHaveLeads(services.db, actor);
  return pullPage({
    ...services,
    companyId: actor.companyId,
    since,
    limit,
    rowsAfter: (rev, count) =>
      isAllowed
        ? selectLeads(services.db, actor.companyId)
            .where('leads.rev', '>', rev)
            .orderBy('leads.rev')
            .limit(count)
            .execute()
        : Promise.resolve([]),
    toWire: leadFromRow,
  });
}
