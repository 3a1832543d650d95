import { type Kysely, sql } from 'kysely';

/** Adds indexes for the results of a survey: all invitations, and those with an outcome, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Marks a survey as completed or declined for good, as in schemas/survey-status.ts. */
const forGood = `'9999-12-31T00:00:00.000Z'`;
const outcome = `case
  when interacted_at is null and delayed_to = ${forGood} then 'declined'
  when interacted_at is null then 'not_opened'
  when delayed_to = ${forGood} then 'completed'
  else 'opened' end`;

const statements = [
  'create index survey_invitations_results on survey_invitations (survey_id, created_at, uuid)',
  `create index survey_invitations_outcomes on survey_invitations (survey_id, (${outcome}), created_at, uuid)`,
];
