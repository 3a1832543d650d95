import { type Kysely, sql } from 'kysely';
import {
  type ListedProduct,
  MAX_LISTED_PRODUCTS,
  type ReviewedProduct,
  type ReviewedProject,
} from '#schemas/operator/review-calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { parseSurveyResponse, type SurveyQuestion } from '#schemas/survey.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { loadProductQuestions } from './country-reviews.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { loadClaims } from '../console/record-claims.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { findSignals, signalColumns } from './find-signals.ts';
import { productClaims } from './review-queue.ts';

/** Time when a product was submitted or last changed, for example by a new photo. Decided products also have a time. */
const waitingSince = sql<Date>`greatest(scans.updated_at, projects.submitted_at)`;

/** The operator viewing the products. */
type Viewer = Pick<OperatorActor, 'operatorId' | 'queries'>;

/**
 * Loads products and their projects, with the data that reviewers need for a decision.
 * @param scanIds in the order of the result; ids from other countries are skipped
 * @param now milliseconds since 1970
 */
export async function loadReviewedProducts(
  db: Kysely<Database>,
  { operatorId, queries }: Viewer,
  scanIds: readonly string[],
  now: number,
): Promise<{ products: ReviewedProduct[]; projects: ReviewedProject[] }> {
  const rows = await loadScans(queries, scanIds);
  const projectIds = [...new Set(rows.map(({ projects_id }) => projects_id))];
  const listedRows = await listProducts(queries, projectIds);
  const { signals, registry } = await findSignals(db, queries, [
    ...rows,
    ...listedRows.filter(({ flag, uuid }) => flag === 'in_review' && !scanIds.includes(uuid)),
  ]);
  const reservations = await loadReservations(db, queries, {
    scanIds: [...scanIds, ...listedRows.map(({ uuid }) => uuid)],
    operatorId,
    now,
  });
  const questions = await loadProductQuestions(
    db,
    rows.map(({ regions_id }) => regions_id),
  );
  const rowById = new Map(rows.map((row) => [row.uuid, row]));
  const products = scanIds.flatMap((scan) => {
    const row = rowById.get(scan.toLowerCase());
    if (!row) return [];
    const { type, size, variant, serial_number } = row;
    return {
      scan: row.uuid,
      version: row.rev,
      project: row.projects_id,
      flag: row.flag,
      type,
      size,
      variant,
      serial_number,
      registered: registry.get(serial_number ?? '') ?? null,
      is_typed: row.manual,
      points: row.points,
      photo: row.image_data,
      photo_of: row.photo_of,
      answers: describeAnswers(row.survey, questions.get(row.regions_id) ?? []),
      scanned_at: row.time,
      received_at: row.created_at.toISOString(),
      waiting_since: row.waiting_since.toISOString(),
      rejection: row.rejection,
      claimed: reservations.findClaim(row.uuid),
      held: reservations.findHeldDecision(row.uuid),
      signals: [...(signals.get(row.uuid) ?? [])],
    };
  });
  const toListedProduct = (row: (typeof listedRows)[number]): ListedProduct => ({
    scan: row.uuid,
    version: row.rev,
    flag: row.flag,
    photo: row.image_data,
    type: row.type,
    size: row.size,
    variant: row.variant,
    is_awaiting_photo: row.flag === 'in_review' && row.rejection !== null,
    is_held: reservations.findHeldDecision(row.uuid) !== null,
    signals: (signals.get(row.uuid) ?? []).map(({ kind }) => kind),
  });
  const getCompanyCounts = await countDecided(queries, rows);
  const projects = projectIds.flatMap((uuid) => {
    const row = rows.find(({ projects_id }) => projects_id === uuid);
    if (!row) return [];
    return {
      uuid,
      region: regionCodeOf(row.regions_id),
      city: row.city,
      submitted_at: row.submitted_at?.toISOString() ?? null,
      company: { id: row.company_id, name: row.company_name, ...getCompanyCounts(row.company_id) },
      products_count: row.products_count,
      products: listedRows.filter(({ projects_id }) => projects_id === uuid).map(toListedProduct),
    };
  });
  return { products, projects };
}

function loadScans(queries: ScopedQueries, scanIds: readonly string[]) {
  return queries
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .innerJoin('companies', 'companies.id', 'scans.company_id')
    .where('scans.uuid', '=', anyUuid(scanIds))
    .where('scans.deleted', '=', false)
    .select([...signalColumns])
    .select(['scans.rev', 'scans.flag', 'scans.rejection', 'scans.projects_id', 'scans.manual'])
    .select(['scans.points', 'scans.photo_of', 'scans.survey', waitingSince.as('waiting_since')])
    .select(['projects.city', 'projects.submitted_at', 'projects.products_count'])
    .select(['companies.name as company_name', 'companies.regions_id'])
    .execute();
}

/** Lists the first products of each project, those in review first. */
function listProducts(queries: ScopedQueries, projectIds: readonly string[]) {
  return queries
    .selectFrom((eb) =>
      eb
        .selectFrom('scans')
        .where('scans.projects_id', '=', anyUuid(projectIds))
        .where('scans.deleted', '=', false)
        .select([...signalColumns])
        .select(['scans.projects_id', 'scans.rev', 'scans.flag', 'scans.rejection'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .partitionBy('scans.projects_id')
                .orderBy((order) => order('scans.flag', '=', 'in_review'), 'desc')
                .orderBy('scans.created_at')
                .orderBy('scans.uuid'),
            )
            .as('position'),
        )
        .as('listed'),
    )
    .selectAll()
    .where('position', '<=', MAX_LISTED_PRODUCTS)
    .orderBy('position')
    .execute();
}

/** Loads other reviewers' claims and the decisions that can still be undone. */
async function loadReservations(
  db: Kysely<Database>,
  queries: ScopedQueries,
  {
    scanIds,
    operatorId,
    now,
  }: { readonly scanIds: readonly string[]; readonly operatorId: string; readonly now: number },
) {
  const claims = await loadClaims(db, productClaims({ operatorId }), scanIds, now);
  const decisions = await queries
    .selectFrom('review_decisions')
    .select(['scan', 'operator_id', 'kind', 'due_at'])
    .where('scan', '=', anyUuid(scanIds))
    .where('outcome', 'is', null)
    .execute();
  const getName = await loadOperatorNames(db, decisions);
  const decisionByScan = new Map(decisions.map((decision) => [decision.scan, decision]));
  return {
    findClaim: (scan: string) => claims.get(scan) ?? null,
    findHeldDecision: (scan: string) => {
      const heldDecision = decisionByScan.get(scan);
      if (!heldDecision) return null;
      const { operator_id, kind, due_at } = heldDecision;
      return { by: getName(operator_id), kind, due_at: due_at.toISOString() };
    },
  };
}

/** Counts the products of companies by their current state. Only products with a photo in submitted projects count. */
async function countDecided(
  queries: ScopedQueries,
  rows: readonly { readonly company_id: string }[],
) {
  const counts = await queries
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .where('scans.company_id', '=', anyUuid([...new Set(rows.map((row) => row.company_id))]))
    .where('scans.deleted', '=', false)
    .where('scans.image_data', 'is not', null)
    .where('projects.status', 'in', [projectStatus.inReview, projectStatus.closed])
    .groupBy(['scans.company_id', 'scans.flag'])
    .select(['scans.company_id', 'scans.flag'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute();
  return (companyId: string) => {
    const getCount = (flag: string) =>
      Number(counts.find((row) => row.company_id === companyId && row.flag === flag)?.count ?? 0);
    return {
      accepted: getCount('valid'),
      rejected: getCount('rejected'),
      in_review: getCount('in_review'),
    };
  };
}

function describeAnswers(
  survey: string | null,
  questions: readonly SurveyQuestion[],
): ReviewedProduct['answers'] {
  const answers = survey === null ? null : parseSurveyResponse(survey);
  return (answers ?? []).map(({ question_id, answer_id, value }) => {
    const question = questions.find((candidate) => candidate.question_id === question_id);
    const answer = question?.answers.find((option) => option.answer_id === answer_id);
    return { question: question?.text ?? null, answer: answer?.text ?? null, value };
  });
}
