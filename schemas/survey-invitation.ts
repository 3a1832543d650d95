import * as v from 'valibot';
import { moment, newestFirst, text, uuid } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

/** How long "later" puts a survey off (spec 1 §9). */
export const SURVEY_DELAY_DAYS = 3;
/** Until when a survey is put off that was completed, or that is wanted never (spec 1 §4). */
export const FAR_FUTURE = '9999-12-31T00:00:00.000Z';

const languageCode = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));

/** What a survey is called in one language, and the language its questions are asked in (spec 2 §3). */
const surveyWords = v.object({ title: text(120), tagline: text(300), lang: languageCode });
export type SurveyWords = v.InferOutput<typeof surveyWords>;

const surveyConfiguration = v.object({
  survey_key: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  /** By language code; English is always there. */
  languages: v.record(languageCode, surveyWords),
});

/** A survey of the manufacturer's that one person is asked to answer elsewhere (spec 2 §3). */
export const surveyInvitation = v.object({
  ...replicatedEntries,
  /** When the person opened it; null while they have not. */
  interacted_at: v.nullable(moment),
  /** Not to be shown before; null is now. */
  delayed_to: v.nullable(moment),
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

type Standing = Pick<SurveyInvitation, 'interacted_at' | 'delayed_to'>;

/** Whether the person is to be asked now. @param now milliseconds since 1970 */
export function isSurveyDue({ delayed_to }: Standing, now: number): boolean {
  return delayed_to === null || Date.parse(delayed_to) <= now;
}

/** Whether it was completed, or is wanted never: it is shown no more, anywhere. */
export function isSurveyOver({ delayed_to }: Standing): boolean {
  return delayed_to === FAR_FUTURE;
}

/** What a person does with a survey. */
export type SurveyStep = 'open' | 'later' | 'complete' | 'never';

/**
 * Where a step leaves a survey (spec 1 §4: a delay sets `delayed_to`; a completed one, and one that
 * is wanted never, are put off into the far future). One that was opened asks again after the usual
 * delay, because only the person knows whether they finished it.
 * @param now milliseconds since 1970
 */
export function afterSurveyStep(standing: Standing, step: SurveyStep, now: number): Standing {
  const { interacted_at } = standing;
  const later = new Date(now + SURVEY_DELAY_DAYS * 86_400_000).toISOString();
  switch (step) {
    case 'open':
      return { interacted_at: new Date(now).toISOString(), delayed_to: later };
    case 'later':
      return { interacted_at, delayed_to: later };
    case 'complete':
      return {
        interacted_at: interacted_at ?? new Date(now).toISOString(),
        delayed_to: FAR_FUTURE,
      };
    case 'never':
      return { interacted_at, delayed_to: FAR_FUTURE };
  }
}

/** The survey's words in a language, else in English, else in whichever it has. */
export function surveyWordsIn(
  { survey_configuration: { languages } }: Pick<SurveyInvitation, 'survey_configuration'>,
  language: string,
): SurveyWords | null {
  return languages[language] ?? languages['en'] ?? Object.values(languages)[0] ?? null;
}
