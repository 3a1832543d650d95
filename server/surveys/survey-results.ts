import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { csvText } from '#schemas/csv.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type SurveyOutcome } from '#schemas/operator/survey-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { FAR_FUTURE } from '#schemas/survey-status.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { countLimited, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { yieldToInstallers } from '../db/background-work.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

/** Outcome of an invitation. The index `survey_invitations_outcomes` has the same expression. */
const outcome = sql<SurveyOutcome>`case
  when interacted_at is null and delayed_to = ${sql.lit(FAR_FUTURE)} then 'declined'
  when interacted_at is null then 'not_opened'
  when delayed_to = ${sql.lit(FAR_FUTURE)} then 'completed'
  else 'opened' end`;

/** Number of rows that are read at a time for the results file. */
const BATCH_ROWS = 2000;

interface ResultRow {
  readonly uuid: string;
  /** Exact time as text, for the cursor. */
  readonly position: string;
  readonly created_at: Date;
  readonly interacted_at: string | null;
  readonly outcome: SurveyOutcome;
  readonly user_id: string;
  readonly company_id: string;
  readonly company_region: RegionId;
  readonly crm_customer_id: string | null;
  readonly name: string;
  readonly city: string;
}

interface ResultPage {
  readonly survey: string;
  readonly outcome?: SurveyOutcome | undefined;
  /** Sort keys of the last row of the previous page. */
  readonly after: readonly [position: string, uuid: string] | null;
  readonly limit: number;
}

/** Selects the ids of a page of invitations, newest first. */
function selectPage({ survey, outcome: wanted, after, limit }: ResultPage) {
  return sql`select uuid, created_at from survey_invitations where survey_id = ${survey}
    ${wanted === undefined ? sql`` : sql`and ${outcome} = ${wanted}`}
    ${after === null ? sql`` : sql`and (created_at, uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
    order by created_at desc, uuid desc limit ${limit}`;
}

/** Reads a page of invitations with their companies. */
async function readResults(db: Kysely<Database>, page: ResultPage): Promise<readonly ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select invitation.uuid, invitation.created_at::text as position, invitation.created_at, interacted_at,
      ${outcome} as outcome, user_id, company_id, company.regions_id as company_region,
      company.crm_customer_id, company.name, company.city
    from (${selectPage(page)}) as page
    join survey_invitations as invitation on invitation.uuid = page.uuid
    join companies as company on company.id = invitation.company_id
    order by invitation.created_at desc, invitation.uuid desc`.execute(db);
  return rows;
}

/** A survey, with the countries in which the operator can read companies. */
interface ReadableSurvey {
  readonly uuid: string;
  readonly region_id: RegionId;
  readonly companyRegions: readonly RegionId[];
}

/** True if the operator can read the row's company, which may have moved to another country since the invitation. */
const showsName = ({ companyRegions }: ReadableSurvey, row: ResultRow): boolean =>
  companyRegions.includes(row.company_region);

/** Finds a survey in the operator's countries, and the countries in which the operator can read companies. */
export async function findResults({ queries, grants }: OperatorActor, id: string) {
  const survey = await queries
    .selectFrom('surveys')
    .select(['uuid', 'region_id', 'survey_key'])
    .where('uuid', '=', id)
    .executeTakeFirst();
  if (!survey) throw new ApiFailure('not_found');
  return { ...survey, companyRegions: regionsWithRight(grants, 'companies.read') };
}

export const listSurveyInvitations: OperatorHandler<
  typeof operatorCalls.listSurveyInvitations
> = async ({ params: { id }, query, operator }, { db }) => {
  const foundSurvey = await findResults(operator, id);
  const { uuid: survey } = foundSurvey;
  const after = readCursor(query, v.tuple([v.string(), v.pipe(v.string(), v.uuid())]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) => readResults(db, { survey, outcome: query.outcome, after, limit }),
    ({ position, uuid }) => [position, uuid],
  );
  const counted = selectPage({
    ...{ survey, outcome: query.outcome },
    after: null,
    limit: MAX_COUNTED + 1,
  });
  return {
    data: rows.map((row) => ({
      id: row.uuid,
      company: { id: row.company_id, name: showsName(foundSurvey, row) ? row.name : null },
      person: row.user_id,
      outcome: row.outcome,
      invited_at: row.created_at.toISOString(),
      opened_at: row.interacted_at,
    })),
    meta: { next, total: await countLimited(db, counted) },
  };
};

/** A column of the results file. */
type Column = readonly [name: string, value: (row: ResultRow, survey: ReadableSurvey) => string];
const columns: readonly Column[] = [
  ['company', ({ company_id }) => company_id],
  // The link to the survey provider contains this number, so that the provider's answers can be matched with this
  // file.
  [
    'crm_id',
    (row, survey) =>
      row.company_region === survey.region_id || showsName(survey, row)
        ? (row.crm_customer_id ?? '')
        : '',
  ],
  ['outcome', (row) => row.outcome],
  ['invited_at', ({ created_at }) => created_at.toISOString()],
  ['opened_at', ({ interacted_at }) => interacted_at ?? ''],
];
const nameColumns: readonly Column[] = [
  ['company_name', (row, survey) => (showsName(survey, row) ? row.name : '')],
  ['city', (row, survey) => (showsName(survey, row) ? row.city : '')],
];

/**
 * Generates the lines of a survey's results file: one for each invitation, newest first, without names of people.
 * Before each batch of lines, waits for installers' requests.
 * @param measureWait measures how long these requests currently wait, in ms
 */
export async function* generateResultLines(
  db: Kysely<Database>,
  survey: ReadableSurvey,
  measureWait?: Parameters<typeof yieldToInstallers>[1],
): AsyncGenerator<string> {
  const shownColumns = survey.companyRegions.length > 0 ? [...columns, ...nameColumns] : columns;
  const formatLine = (cells: readonly string[]) => `${cells.map(csvText).join(',')}\r\n`;
  yield `\uFEFF${formatLine(shownColumns.map(([name]) => name))}`;
  for (let after: ResultPage['after'] = null; ;) {
    await yieldToInstallers(db, measureWait);
    const rows: readonly ResultRow[] = await readResults(db, {
      survey: survey.uuid,
      after,
      limit: BATCH_ROWS,
    });
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    after = [lastRow.position, lastRow.uuid];
    yield rows
      .map((row) => formatLine(shownColumns.map(([, value]) => value(row, survey))))
      .join('');
  }
}
