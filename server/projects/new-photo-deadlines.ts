import { sql, type Kysely, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type ProductRejection } from '#schemas/product-rejection.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { notify } from '../notifications/notify.ts';
import { NEW_PHOTO_GRACE_MS } from '../scans/validate-new-photo.ts';
import { type Services } from '../services.ts';
import { notifyOfRejections } from './decide-products.ts';
import { findProject } from './find-project.ts';
import { listReviewedProducts, settleReview } from './settle-review.ts';

/** A company is reminded this long before the deadline. */
const REMINDER_LEAD_MS = 3 * DAY_MS;

type DeadlineServices = Pick<Services, 'db' | 'clock'>;

const deadline = sql<string>`scans.rejection ->> 'new_photo_until'`;

/**
 * Selects scans with a rejection, which may include a deadline for a new photo. Deadlines are ISO times, so they can be
 * compared as text.
 */
function selectScansWithDeadline(db: Kysely<Database>) {
  return db
    .selectFrom('scans')
    .where('scans.rejection', 'is not', null)
    .where('scans.deleted', '=', false);
}

/**
 * Rejects products whose requested photo didn't arrive in time. This may close their projects. It's safe to run in
 * several processes, because each company is locked while its products are processed.
 * @returns the number of products rejected by this call
 */
export async function rejectWithoutNewPhoto({ db, clock }: DeadlineServices): Promise<number> {
  const now = clock.now();
  const overdue = new Date(now - NEW_PHOTO_GRACE_MS).toISOString();
  const projects = await selectScansWithDeadline(db)
    .select(['company_id', 'projects_id'])
    .distinct()
    .where('flag', '=', 'in_review')
    .where(deadline, '<', overdue)
    .execute();
  let count = 0;
  for (const { company_id, projects_id } of projects) {
    count += await transact(db, async (trx) => {
      await lockCompany(trx, company_id);
      return rejectOverdue(trx, { company_id, projects_id, overdue, now });
    });
  }
  return count;
}

async function rejectOverdue(
  trx: Transaction<Database>,
  dueProject: { company_id: string; projects_id: string; overdue: string; now: number },
): Promise<number> {
  const { company_id, projects_id, overdue, now } = dueProject;
  const products = await listReviewedProducts(trx, projects_id);
  const decidedProducts = products.flatMap((product) => {
    const { flag, rejection } = product;
    if (flag !== 'in_review' || !rejection?.new_photo_until) return [];
    if (rejection.new_photo_until >= overdue) return [];
    const expiredRejection: ProductRejection = {
      ...rejection,
      decided_at: new Date(now).toISOString(),
      new_photo_until: null,
    };
    return [{ ...product, flag: 'rejected' as const, rejection: expiredRejection }];
  });
  if (decidedProducts.length === 0) return 0;
  const project = await findProject(trx, company_id, projects_id);
  await settleReview(trx, project, { products, decided: decidedProducts, now });
  await notifyOfRejections(trx, company_id, { project, decided: decidedProducts, now });
  return decidedProducts.length;
}

/**
 * Reminds companies of new photos that are due within three days, once per deadline. This is safe to run in several
 * processes, because each company is locked while its products are processed.
 * @returns the number of products in this call's reminders
 */
export async function remindOfNewPhotos({ db, clock }: DeadlineServices): Promise<number> {
  const now = clock.now();
  const companies = await selectDueForReminder(db, now)
    .select('scans.company_id')
    .distinct()
    .execute();
  let count = 0;
  for (const { company_id } of companies) {
    count += await transact(db, async (trx) => {
      await lockCompany(trx, company_id);
      return remindCompany(trx, company_id, now);
    });
  }
  return count;
}

async function remindCompany(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  const dueProducts = await selectDueForReminder(trx, now)
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .where('scans.company_id', '=', companyId)
    .select(['scans.uuid', 'scans.projects_id', 'scans.points', 'projects.street_name'])
    .select(deadline.as('until'))
    .orderBy('scans.uuid')
    .execute();
  for (const [project, products] of Map.groupBy(dueProducts, ({ projects_id }) => projects_id)) {
    const earliestDeadline = Math.min(...products.map(({ until }) => Date.parse(until)));
    await notify(trx, companyId, {
      event: 'new_photo_reminder',
      meta: { project_uuid: project },
      values: {
        subject: products[0]?.street_name ?? '',
        numbers: {
          count: products.length,
          points: products.reduce((sum, { points }) => sum + points, 0),
          days: Math.ceil((earliestDeadline - now) / DAY_MS),
        },
      },
      now,
    });
  }
  for (const { uuid, until } of dueProducts) {
    // Only the server uses this field, so devices need no new `rev`.
    await trx.updateTable('scans').set({ reminded_for: until }).where('uuid', '=', uuid).execute();
  }
  return dueProducts.length;
}

function selectDueForReminder(db: Kysely<Database>, now: number) {
  return selectScansWithDeadline(db)
    .where(deadline, '>', new Date(now).toISOString())
    .where(deadline, '<=', new Date(now + REMINDER_LEAD_MS).toISOString())
    .where(sql<boolean>`scans.reminded_for is distinct from ${deadline}`);
}
