import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { projectStatus } from '#schemas/project-status.ts';
import { getRegionRules, loadCompanyRegion } from '../configuration/region-rules.ts';
import { nextRev } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { moveProjectLeads } from '../leads/move-leads.ts';
import { notify } from '../notifications/notify.ts';
import { correctProjectPoints } from '../points/correct-project.ts';
import { writeFlags } from '../scans/write-scans.ts';
import { getProjectEarnings } from './close-project.ts';
import { addProjectPoints, sumPointsByPerson, updateProjectSums } from './project-points.ts';
import { type ProjectRow } from './project-row.ts';

/** A product in a submitted project, with the data that a decision depends on. */
export type ReviewedProduct = Awaited<ReturnType<typeof listReviewedProducts>>[number];

/** Lists a project's products. */
export function listReviewedProducts(db: Kysely<Database>, projectUuid: string) {
  return db
    .selectFrom('scans')
    .select(['uuid', 'rev', 'flag', 'rejection', 'serial_number', 'points', 'created_by'])
    .where('projects_id', '=', projectUuid)
    .where('deleted', '=', false)
    .execute();
}

/**
 * Stores decisions and settles the project's points. The last decision closes a project in review. If the project is
 * already closed, the ledger is corrected. The company must be locked.
 */
export async function settleReview(
  trx: Transaction<Database>,
  project: ProjectRow,
  {
    products,
    decided: decidedProducts,
    now,
  }: {
    /** All products before the decisions. */
    readonly products: readonly ReviewedProduct[];
    /** The decided products with their new flag and rejection. */
    readonly decided: readonly ReviewedProduct[];
    /** Milliseconds since 1970. */
    readonly now: number;
  },
): Promise<void> {
  await writeFlags(trx, project.company_id, decidedProducts);
  const rev = await nextRev(trx, project.company_id);
  const sums = [{ uuid: project.uuid, rev, hasNewScan: false }];
  await updateProjectSums(trx, sums, new Date(now).toISOString());
  const decidedById = new Map(decidedProducts.map((product) => [product.uuid, product]));
  const after = products.map((product) => decidedById.get(product.uuid) ?? product);
  if (project.status === projectStatus.closed) {
    await correctPoints(trx, project, { before: products, after }, now);
  } else if (!after.some(({ flag }) => flag === 'in_review')) {
    await closeReviewedProject(trx, project, now);
  }
}

async function closeReviewedProject(
  trx: Transaction<Database>,
  project: ProjectRow,
  now: number,
): Promise<void> {
  const { company_id, uuid } = project;
  const closedProject = await trx
    .updateTable('projects')
    .set({
      rev: await nextRev(trx, company_id),
      op_id: randomUUID(),
      status: projectStatus.closed,
      project_closed: new Date(now),
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEarnings(trx, closedProject, now);
  await moveProjectLeads(trx, company_id, [uuid], 'closed', now);
}

/** Adds a closed project's points, including those for its survey, and notifies the company. */
async function addEarnings(
  trx: Transaction<Database>,
  closedProject: ProjectRow,
  now: number,
): Promise<void> {
  const surveyPoints = await loadSurveyPoints(trx, closedProject);
  await addProjectPoints(trx, getProjectEarnings(closedProject, surveyPoints, now));
  // Without points, the notification about the rejected products is enough.
  if (closedProject.available_points === 0) return;
  await notify(trx, closedProject.company_id, {
    event: 'project_accepted',
    meta: { project_uuid: closedProject.uuid },
    values: { subject: closedProject.street_name },
    now,
  });
}

/** Returns the points for answering the closing survey; 0 without answers. */
async function loadSurveyPoints(
  trx: Transaction<Database>,
  { company_id, survey_response }: ProjectRow,
): Promise<number> {
  if (!Array.isArray(survey_response) || survey_response.length === 0) return 0;
  const region = await loadCompanyRegion(trx, company_id);
  return (await getRegionRules(trx, region)).surveyPoints;
}

/**
 * Adds or deducts a closed project's points. If the project closed without points, it now also earns the points for its
 * survey.
 */
async function correctPoints(
  trx: Transaction<Database>,
  project: ProjectRow,
  { before, after }: Readonly<Record<'before' | 'after', readonly ReviewedProduct[]>>,
  now: number,
): Promise<void> {
  const { company_id, uuid, closed_by } = project;
  const earning = await findEarning(trx, uuid);
  // An older entry without shares attributes all its points to one person, so that person's points are corrected.
  const isShared = earning?.people !== null;
  const sumByPerson = (products: readonly ReviewedProduct[]) => {
    const validProducts = products.filter(({ flag }) => flag === 'valid');
    return isShared
      ? sumPointsByPerson(validProducts, closed_by)
      : new Map([[earning.created_by, sumPoints(validProducts)]]);
  };
  const differences = sumByPerson(after);
  for (const [person, points] of sumByPerson(before)) {
    differences.set(person, (differences.get(person) ?? 0) - points);
  }
  const difference = [...differences.values()].reduce((sum, points) => sum + points, 0);
  const correctedProject = await trx
    .updateTable('projects')
    .set((eb) => ({ available_points: eb('available_points', '+', difference) }))
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (earning === undefined) {
    if (difference === 0) return;
    await addEarnings(trx, correctedProject, now);
    return;
  }
  await correctProjectPoints(trx, {
    companyId: company_id,
    projectUuid: uuid,
    differences,
    now: new Date(now),
  });
}

function sumPoints(products: readonly ReviewedProduct[]): number {
  return products.reduce((sum, { points }) => sum + points, 0);
}

/** Finds the ledger entry with a closed project's points; undefined if it closed without points. */
async function findEarning(trx: Transaction<Database>, projectUuid: string) {
  return (
    trx
      .selectFrom('ledger')
      .select(['created_by', 'people'])
      .where('project_uuid', '=', projectUuid)
      .where('event', 'in', ['project_closed', 'campaign'])
      // The entry `project_closed` comes first. A project has none if all of its points came from campaigns, and only
      // then is a campaign's entry used.
      .orderBy('event', 'desc')
      .orderBy('rev')
      .limit(1)
      .executeTakeFirst()
  );
}
