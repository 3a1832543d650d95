import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { surveyQuestion, type SurveyQuestion } from '#schemas/survey.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type RegistrationSurveysTable } from './registration-tables.ts';

export type RegistrationSurveys = Record<RegistrationSurveysTable['kind'], SurveyQuestion[]>;

/**
 * Loads the shared questions for owners, by kind of company; empty if there are none. They are asked in countries
 * without their own questions, and by apps that don't know a country's questions.
 */
export async function loadRegistrationSurveys(db: Kysely<Database>): Promise<RegistrationSurveys> {
  const rows = await db.selectFrom('registration_surveys').selectAll().execute();
  const findQuestions = (kind: RegistrationSurveysTable['kind']) =>
    // The cast is safe, because `writeRegistrationSurveys` has validated the questions.
    (rows.find((row) => row.kind === kind)?.questions ?? []) as SurveyQuestion[];
  return { regular: findQuestions('regular'), decor: findQuestions('decor') };
}

/** Sets the survey questions. Throws if one doesn't match the schema. */
export async function writeRegistrationSurveys(
  db: Kysely<Database>,
  surveys: RegistrationSurveys,
): Promise<void> {
  for (const kind of ['regular', 'decor'] as const) {
    const validQuestions = v.parse(v.array(surveyQuestion), surveys[kind]);
    const questions = toJsonb(validQuestions);
    await db
      .insertInto('registration_surveys')
      .values({ kind, questions })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ questions }))
      .execute();
  }
}
