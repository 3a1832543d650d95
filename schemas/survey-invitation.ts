import * as v from 'valibot';
import { moment, newestFirst, storedMoment, text, uuid } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

const languageCode = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));

/** Title of a survey in one language, and the language of its questions (spec 2 §3). */
const localisedSurvey = v.object({ title: text(120), tagline: text(300), lang: languageCode });
export type LocalisedSurvey = v.InferOutput<typeof localisedSurvey>;

export const surveyConfiguration = v.object({
  survey_key: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  /** By language code; English is always present. */
  languages: v.record(languageCode, localisedSurvey),
});

/** One user's invitation to a survey at the provider's site (spec 2 §3). */
export const surveyInvitation = v.object({
  ...replicatedEntries,
  /** Time when the user opened the survey; null if never. */
  interacted_at: storedMoment,
  /** Hidden until this time; null if not postponed. */
  delayed_to: storedMoment,
  survey_configuration: surveyConfiguration,
});
export type SurveyInvitation = v.InferOutput<typeof surveyInvitation>;

/** `PATCH /v1/survey/{id}`: missing fields are unchanged. The last edit wins. */
export const surveyInvitationEdit = v.object({
  op_id: v.optional(uuid),
  interacted_at: v.optional(v.nullable(moment)),
  delayed_to: v.optional(v.nullable(moment)),
});
export type SurveyInvitationEdit = v.InferOutput<typeof surveyInvitationEdit>;

/** The invitation in the local database. `waiting` means that a change on this device hasn't been sent yet. */
export const surveyInvitationDocument = v.object({
  ...v.omit(surveyInvitation, ['deleted']).entries,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting']),
});
export type SurveyInvitationDocument = v.InferOutput<typeof surveyInvitationDocument>;
