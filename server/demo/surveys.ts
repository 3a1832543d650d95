import { LEAD_MULTI_LIMIT } from '#schemas/lead-reasons.ts';
import { LEAD_QUESTION_ID } from '#schemas/lead-survey.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import type { TranslateFor } from './texts.ts';

const noLimits = { min: null, max: null, step: null, limit: null };
const noNumber = { min: null, max: null, step: null };

/** Questions that are asked before a product of tier category 2, 4 or 5 is saved. */
export const productSurvey = (translate: TranslateFor): SurveyQuestion[] => [
  {
    question_id: 300,
    kind: 'single',
    text: translate('Where was it installed?'),
    optional: false,
    ...noLimits,
    answers: [
      answer(translate, 301, 'On a new roof window'),
      answer(translate, 302, 'On an existing window'),
      answer(translate, 303, 'In a showroom'),
    ],
    parent_answer_id: null,
  },
];

/** Additional questions for a project made from a lead (spec 1 §5). */
export const leadSurvey = (translate: TranslateFor): SurveyQuestion[] => [
  {
    question_id: LEAD_QUESTION_ID,
    kind: 'multi',
    text: translate('How did the lead go? Choose up to six.'),
    optional: true,
    ...noNumber,
    limit: LEAD_MULTI_LIMIT,
    answers: [
      answer(translate, 901, 'The customer knew what they wanted'),
      answer(translate, 902, 'The customer needed advice'),
      answer(translate, 903, 'The number of windows changed'),
      answer(translate, 904, 'Other products were added'),
      answer(translate, 905, 'The date had to be moved'),
      answer(translate, 906, 'The contact details were wrong'),
      answer(translate, 907, 'The customer recommended us'),
    ],
    parent_answer_id: null,
  },
];

/** Closing survey of some regions: a question of each kind, and a sub-question. */
export const closingSurvey = (translate: TranslateFor): SurveyQuestion[] => [
  {
    question_id: 500,
    kind: 'single',
    text: translate('What kind of work was it?'),
    optional: false,
    ...noLimits,
    answers: [
      answer(translate, 501, 'A new house'),
      answer(translate, 502, 'A loft conversion'),
      answer(translate, 503, 'Replacing old windows'),
    ],
    parent_answer_id: null,
  },
  {
    question_id: 510,
    kind: 'number',
    text: translate('How many old windows were replaced?'),
    optional: false,
    answers: [],
    min: 1,
    max: 200,
    step: 1,
    limit: null,
    parent_answer_id: 503,
  },
  {
    question_id: 520,
    kind: 'multi',
    text: translate('What mattered most to the customer? Choose up to two.'),
    optional: false,
    ...noNumber,
    limit: 2,
    answers: [
      answer(translate, 521, 'Daylight'),
      answer(translate, 522, 'Warmth and energy bills'),
      answer(translate, 523, 'Quiet'),
      answer(translate, 524, 'The price'),
    ],
    parent_answer_id: null,
  },
  {
    question_id: 530,
    kind: 'number',
    text: translate('How long did the work take, in hours?'),
    optional: true,
    answers: [],
    min: 0.5,
    max: 400,
    step: 0.5,
    limit: null,
    parent_answer_id: null,
  },
];

function answer(
  translate: TranslateFor,
  id: number,
  en: string,
): { answer_id: number; text: TranslatedText } {
  return { answer_id: id, text: translate(en) };
}
