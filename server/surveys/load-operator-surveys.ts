import { type Kysely, sql } from 'kysely';
import { type ListedSurvey } from '#schemas/operator/survey-calls.ts';
import { type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { FAR_FUTURE } from '#schemas/survey-status.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';

interface Counts {
  readonly survey_id: string;
  readonly invited: string;
  readonly completed: string;
  readonly opened: string;
  readonly declined: string;
  readonly last_opened_at: string | null;
}

type Languages = SurveyInvitation['survey_configuration']['languages'];

/** Loads surveys in the operator's countries with their texts and invitation counts. */
export async function loadSurveys(
  db: Kysely<Database>,
  queries: ScopedQueries,
  ids: readonly string[],
): Promise<(ListedSurvey & { readonly languages: Languages })[]> {
  const rows = await queries.selectFrom('surveys').selectAll().where('uuid', 'in', ids).execute();
  // An index contains all these columns. Deleted rows are counted too, because ending a survey marks its open
  // invitations as deleted.
  const { rows: counts } = await sql<Counts>`
    select survey_id, count(*) as invited, max(interacted_at) as last_opened_at,
      count(*) filter (where delayed_to = ${FAR_FUTURE} and interacted_at is not null) as completed,
      count(*) filter (where delayed_to is distinct from ${FAR_FUTURE} and interacted_at is not null) as opened,
      count(*) filter (where delayed_to = ${FAR_FUTURE} and interacted_at is null) as declined
    from survey_invitations where survey_id = any(${rows.map(({ uuid }) => uuid)}::uuid[])
    group by survey_id`.execute(db);
  const countsBySurvey = new Map(counts.map((row) => [row.survey_id, row]));
  return rows.map((row) => {
    const count = countsBySurvey.get(row.uuid);
    // Only validated texts are stored.
    const languages = row.languages as Languages;
    return {
      id: row.uuid,
      region: row.region_id,
      rev: row.rev,
      key: row.survey_key,
      title: languages['en']?.title ?? row.survey_key,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      invited: Number(count?.invited ?? 0),
      completed: Number(count?.completed ?? 0),
      opened: Number(count?.opened ?? 0),
      declined: Number(count?.declined ?? 0),
      last_opened_at: count?.last_opened_at ?? null,
      languages,
    };
  });
}
