import { LEAD_MULTI_LIMIT } from '#schemas/lead-reasons.ts';
import { LEAD_QUESTION_ID } from '#schemas/lead-survey.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import type { Say } from './texts.ts';

const unlimited = { min: null, max: null, step: null, limit: null };
const noNumber = { min: null, max: null, step: null };

/** What a product of the tier categories 2, 4 and 5 is asked before it is saved. */
export const productSurvey = (say: Say): SurveyQuestion[] => [
  {
    question_id: 300,
    kind: 'single',
    text: say('Where was it fitted?'),
    optional: false,
    ...unlimited,
    answers: [
      answer(say, 301, 'On a new roof window'),
      answer(say, 302, 'On a window that was there'),
      answer(say, 303, 'In a showroom'),
    ],
    parent_answer_id: null,
  },
];

/** What a project that was a lead is asked beside the region's questions (spec 1 §5). */
export const leadSurvey = (say: Say): SurveyQuestion[] => [
  {
    question_id: LEAD_QUESTION_ID,
    kind: 'multi',
    text: say('How did the lead go? Choose up to six.'),
    optional: true,
    ...noNumber,
    limit: LEAD_MULTI_LIMIT,
    answers: [
      answer(say, 901, 'The customer knew what they wanted'),
      answer(say, 902, 'The customer needed advice'),
      answer(say, 903, 'The number of windows changed'),
      answer(say, 904, 'Other products were added'),
      answer(say, 905, 'The date had to be moved'),
      answer(say, 906, 'The contact details were wrong'),
      answer(say, 907, 'The customer recommended us'),
    ],
    parent_answer_id: null,
  },
];

/** What some regions ask when a project closes: one question of every kind, and a sub-question. */
export const closingSurvey = (say: Say): SurveyQuestion[] => [
  {
    question_id: 500,
    kind: 'single',
    text: say('What kind of work was it?'),
    optional: false,
    ...unlimited,
    answers: [
      answer(say, 501, 'A new house'),
      answer(say, 502, 'A loft conversion'),
      answer(say, 503, 'Replacing old windows'),
    ],
    parent_answer_id: null,
  },
  {
    question_id: 510,
    kind: 'number',
    text: say('How many old windows were replaced?'),
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
    text: say('What mattered most to the customer? Choose up to two.'),
    optional: false,
    ...noNumber,
    limit: 2,
    answers: [
      answer(say, 521, 'Daylight'),
      answer(say, 522, 'Warmth and energy bills'),
      answer(say, 523, 'Quiet'),
      answer(say, 524, 'The price'),
    ],
    parent_answer_id: null,
  },
  {
    question_id: 530,
    kind: 'number',
    text: say('How long did the work take, in hours?'),
    optional: true,
    answers: [],
    min: 0.5,
    max: 400,
    step: 0.5,
    limit: null,
    parent_answer_id: null,
  },
];

function answer(say: Say, id: number, en: string): { answer_id: number; text: TranslatedText } {
  return { answer_id: id, text: say(en) };
}
