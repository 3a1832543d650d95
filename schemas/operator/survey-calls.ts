import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { catalogueLanguages, sourceLanguage } from '../languages.ts';
import { moment, requiredText, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { surveyConfiguration } from '../survey-invitation.ts';
import { audience } from './audience.ts';
import { holds } from './bulk-calls.ts';
import { surveyOutcomes } from './list-choices.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

const language = v.picklist(catalogueLanguages);

/**
 * Texts of a survey, one entry per language. `lang` is the language of the questions at the provider’s site.
 */
const texts = v.pipe(
  v.array(
    v.object({ language, title: requiredText(120), tagline: requiredText(300), lang: language }),
  ),
  v.maxLength(catalogueLanguages.length),
  v.check(
    (entries) => new Set(entries.map((entry) => entry.language)).size === entries.length,
    'a language appears twice',
  ),
  v.check((entries) => entries.some((entry) => entry.language === sourceLanguage), 'no English'),
);

const key = v.pipe(text(60), v.regex(/^[a-z0-9-]{1,60}$/));

const surveyEntries = {
  id: uuid,
  region: regionId,
  rev: wholeNumber,
  key: text(60),
  /** Title in English. */
  title: text(120),
  created_at: moment,
  /** Null while people can still be invited. */
  ended_at: v.nullable(moment),
  /** Numbers of people who were invited, and who finished, only opened or declined the survey. */
  invited: wholeNumber,
  completed: wholeNumber,
  opened: wholeNumber,
  declined: wholeNumber,
  /** Time at which someone last opened the survey; null if never. */
  last_opened_at: v.nullable(moment),
};
const listedSurvey = v.object(surveyEntries);
export type ListedSurvey = v.InferOutput<typeof listedSurvey>;

/** Outcome of an invitation: finished, only opened, declined for good, or not opened yet. */
export type SurveyOutcome = (typeof surveyOutcomes)[number];

const invitationResult = v.object({
  id: uuid,
  /** The name is null for operators who can't read companies. */
  company: v.object({ id: uuid, name: v.nullable(text(200)) }),
  /** Id of the invited person. */
  person: uuid,
  outcome: v.picklist(surveyOutcomes),
  invited_at: moment,
  /** Time at which the person last opened the survey; null if never. */
  opened_at: v.nullable(moment),
});

const readOptions = {
  right: 'content.read',
  scope: { record: 'survey', in: 'params', field: 'id' },
} as const;
const editOptions = { right: 'content.edit', scope: readOptions.scope, isAction: true } as const;

/** Surveys at the provider’s site, and their invitations. */
export const operatorSurveyCalls = {
  listSurveys: defineOperatorCall(
    {
      id: 'listSurveys',
      method: 'GET',
      path: '/operator/v1/surveys',
      summary: 'Lists surveys by creation.',
      query: v.object({
        ...operatorListEntries,
        /** `-created_at`: newest first, the default. */
        sort: v.optional(v.picklist(['created_at', '-created_at'])),
      }),
      result: operatorListResult(listedSurvey),
    },
    { right: 'content.read', scope: 'list' },
  ),
  getSurvey: defineOperatorCall(
    {
      id: 'getSurvey',
      method: 'GET',
      path: '/operator/v1/surveys/{id}',
      summary: 'Returns a survey with its texts.',
      params: idParams,
      result: v.object({
        ...surveyEntries,
        languages: surveyConfiguration.entries.languages,
      }),
    },
    readOptions,
  ),
  listSurveyTimeline: defineTimelineCall(
    { id: 'listSurveyTimeline', path: '/operator/v1/surveys/{id}/timeline' },
    { right: 'content.read', record: 'survey' },
  ),
  createSurvey: defineOperatorCall(
    {
      id: 'createSurvey',
      method: 'POST',
      path: '/operator/v1/surveys',
      summary:
        'Adds a survey to a country. Its key, part of the provider’s URL, is unique in the country.',
      body: v.object({ region: regionId, key, texts, why }),
      result: v.object({ id: uuid }),
      status: 201,
    },
    { right: 'content.edit', scope: 'none', isAction: true },
  ),
  editSurvey: defineOperatorCall(
    {
      id: 'editSurvey',
      method: 'POST',
      path: '/operator/v1/surveys/{id}/texts',
      summary: 'Replaces the texts, including in open invitations.',
      params: idParams,
      body: v.object({ texts, rev: wholeNumber, why }),
      result: v.object({}),
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
  endSurvey: defineOperatorCall(
    {
      id: 'endSurvey',
      method: 'POST',
      path: '/operator/v1/surveys/{id}/end',
      summary: 'Ends a survey for good: open invitations disappear from the app.',
      params: idParams,
      body: v.object({ rev: wholeNumber, holds, why }),
      /** `job` ends the survey after the hold; null if the survey ended immediately. */
      result: v.object({ removed: wholeNumber, job: v.nullable(uuid) }),
      errors: ['move_not_allowed'],
    },
    { ...editOptions, plannedName: 'planSurveyEnd' },
  ),
  countSurveyAudience: defineOperatorCall(
    {
      id: 'countSurveyAudience',
      method: 'GET',
      path: '/operator/v1/surveys/{id}/audience',
      summary: 'Counts the people in an audience who haven’t been invited yet, and those who have.',
      params: idParams,
      query: audience,
      result: v.object({ new_people: wholeNumber, invited_before: wholeNumber }),
    },
    readOptions,
  ),
  listSurveyInvitations: defineOperatorCall(
    {
      id: 'listSurveyInvitations',
      method: 'GET',
      path: '/operator/v1/surveys/{id}/invitations',
      summary:
        'Lists the outcome of each invitation, newest first. The answers are at the provider.',
      params: idParams,
      query: v.object({
        ...v.pick(v.object(operatorListEntries), ['cursor', 'limit']).entries,
        outcome: v.optional(v.picklist(surveyOutcomes)),
      }),
      result: operatorListResult(invitationResult),
    },
    readOptions,
  ),
  inviteSurveyAudience: defineOperatorCall(
    {
      id: 'inviteSurveyAudience',
      method: 'POST',
      path: '/operator/v1/surveys/{id}/invitations',
      summary:
        'Invites an audience, each person once. Fails with `conflict` if the audience no longer has the number of people given.',
      params: idParams,
      body: v.object({ audience, new_people: wholeNumber, why }),
      result: v.object({ invited: wholeNumber }),
      errors: ['move_not_allowed'],
      timeoutMs: 30_000,
    },
    editOptions,
  ),
} as const;
