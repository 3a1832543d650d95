import * as v from 'valibot';
import { moment, newestFirst, storedMoment, text, uuid } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

const languageCode = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));

/** What a survey is called in one language, and the language its questions are asked in (spec 2 §3). */
const localisedSurvey = v.object({ title: text(120), tagline: text(300), lang: languageCode });
export type LocalisedSurvey = v.InferOutput<typeof localisedSurvey>;

const surveyConfiguration = v.object({
  survey_key: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  /** By language code; English is always there. */
  languages: v.record(languageCode, localisedSurvey),
});

/** A survey of the manufacturer's that one person is asked to answer elsewhere (spec 2 §3). */
export const surveyInvitation = v.object({
  ...replicatedEntries,
  /** When the person opened it; null while they have not. */
  interacted_at: storedMoment,
  /** Not to be shown before; null is now. */
  delayed_to: storedMoment,
  survey_configuration: surveyConfiguration,
});
export type SurveyInvitation = v.InferOutput<typeof surveyInvitation>;

/** `PATCH /v1/survey/{id}`: where the person left it; what is left out stays. The last edit counts. */
export const surveyInvitationEdit = v.object({
  op_id: v.optional(uuid),
  interacted_at: v.optional(v.nullable(moment)),
  delayed_to: v.optional(v.nullable(moment)),
});
export type SurveyInvitationEdit = v.InferOutput<typeof surveyInvitationEdit>;

/** The invitation in the local database; `waiting`: changed here, the server is still to be told. */
export const surveyInvitationDocument = v.object({
  ...v.omit(surveyInvitation, ['deleted']).entries,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting']),
});
export type SurveyInvitationDocument = v.InferOutput<typeof surveyInvitationDocument>;
