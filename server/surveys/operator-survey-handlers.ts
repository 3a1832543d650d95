import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type LocalisedSurvey, type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { holdAction, lockUnplanned } from '../console/held-actions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { readRegionPage } from '../console/region-page.ts';
import { toJsonb } from '../db/jsonb.ts';
import { ApiFailure } from '../http/failure.ts';
import { endSurveyNow, lockSurvey } from './end-survey.ts';
import { loadSurveys } from './load-operator-surveys.ts';
import { listSurveyInvitations } from './survey-results.ts';
import { changeOpenInvitations, countAudience, inviteAudience } from './survey-audience.ts';

type Languages = SurveyInvitation['survey_configuration']['languages'];

const listSurveys: OperatorHandler<typeof operatorCalls.listSurveys> = async (
  { query, operator },
  { db },
) => {
  const { rows, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'surveys',
      keys: ['created_at', 'uuid'],
      isDescending: query.sort !== 'created_at',
      where: (rows) => rows,
    },
    { load: (ids, queries) => loadSurveys(db, queries, ids), idOf: ({ id }) => id },
  );
  return { data: rows.map(({ languages: _languages, ...row }) => row), meta };
};

const getSurvey: OperatorHandler<typeof operatorCalls.getSurvey> = async (
  { params: { id }, operator: { queries } },
  { db },
) => {
  const [survey] = await loadSurveys(db, queries, [id]);
  if (!survey) throw new ApiFailure('not_found');
  return survey;
};

const listSurveyTimeline: OperatorHandler<typeof operatorCalls.listSurveyTimeline> = (
  { params: { id }, query },
  { db },
) => readTimeline(db, id.toLowerCase(), query, []);

const createSurvey: OperatorHandler<typeof operatorCalls.createSurvey> = (
  { body: { region, key, texts }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const uuid = randomUUID();
    const at = new Date(clock.now());
    const languages = toJsonb(groupByLanguage(texts));
    const createdSurvey = await trx
      .insertInto('surveys')
      .values({
        uuid,
        region_id: region,
        survey_key: key,
        languages,
        created_at: at,
        updated_at: at,
      })
      .onConflict((on) => on.columns(['region_id', 'survey_key']).doNothing())
      .returning('uuid')
      .executeTakeFirst();
    if (!createdSurvey) throw new ApiFailure('conflict', { field: 'body.key' });
    audit({ kind: 'survey', id: uuid, region, before: null, after: { key } });
    return { id: uuid };
  });
};

/** Converts a list of texts to the format of invitations, in which they are grouped by language. */
const groupByLanguage = (
  texts: readonly (LocalisedSurvey & { readonly language: string })[],
): Languages =>
  Object.fromEntries(
    texts.map(({ language, title, tagline, lang }) => [language, { title, tagline, lang }]),
  );

const editSurvey: OperatorHandler<typeof operatorCalls.editSurvey> = (
  { params: { id }, body: { texts, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const survey = await lockSurvey(trx, id, rev);
    const languages = groupByLanguage(texts);
    await trx
      .updateTable('surveys')
      .set({ languages: toJsonb(languages), rev: rev + 1, updated_at: new Date(clock.now()) })
      .where('uuid', '=', id)
      .execute();
    const configuration = JSON.stringify({ survey_key: survey.survey_key, languages });
    const change = sql`survey_configuration = ${configuration}::text::jsonb`;
    await changeOpenInvitations(trx, survey, change, clock.now());
    audit({
      kind: 'survey',
      id: survey.uuid,
      region: survey.region_id,
      before: { languages: survey.languages },
      after: { languages },
    });
    return {};
  });

const endSurvey: OperatorHandler<typeof operatorCalls.endSurvey> = (input, services) => {
  const { params, body, operator, audit, runAction } = input;
  const { rev, why } = body;
  if (body.holds !== true) return endSurveyNow(input, services);
  return runAction(async (trx) => {
    await lockUnplanned(trx, 'surveys', [params.id]);
    const {
      uuid: recordId,
      region_id: region,
      survey_key: label,
    } = await lockSurvey(trx, params.id, rev);
    const heldAction = { act: 'endSurvey', region, recordId, label, input: { rev } } as const;
    const job = await holdAction(trx, heldAction, { why, operator, services, audit });
    return { removed: 0, job };
  });
};

const countSurveyAudience: OperatorHandler<typeof operatorCalls.countSurveyAudience> = (
  { params: { id }, query },
  { db },
) => countAudience(db, id, query);

const inviteSurveyAudience: OperatorHandler<typeof operatorCalls.inviteSurveyAudience> = (
  { params: { id }, body, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    // The end would remove these invitations a few seconds later.
    await lockUnplanned(trx, 'surveys', [id]);
    const survey = await lockSurvey(trx, id, null);
    const invitedCount = await inviteAudience(trx, survey, body.audience, clock.now());
    // The operator confirmed this number, so the audience must not have changed since it was counted.
    if (invitedCount !== body.new_people)
      throw new ApiFailure('conflict', { field: 'body.new_people' });
    const after = { invited: invitedCount, audience: body.audience };
    audit({ kind: 'survey', id: survey.uuid, region: survey.region_id, before: null, after });
    return { invited: invitedCount };
  });

export const operatorSurveyHandlers = {
  listSurveys,
  getSurvey,
  listSurveyTimeline,
  createSurvey,
  editSurvey,
  endSurvey,
  countSurveyAudience,
  inviteSurveyAudience,
  listSurveyInvitations,
} satisfies Partial<OperatorHandlers>;
