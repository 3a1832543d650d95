import { LEAD_MULTI_LIMIT } from '#schemas/lead-reasons.ts';
import { LEAD_QUESTION_ID } from '#schemas/lead-survey.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { inBoth } from './texts.ts';

const unlimited = { min: null, max: null, step: null, limit: null };
const noNumber = { min: null, max: null, step: null };

/** What a product of the tier categories 2, 4 and 5 is asked before it is saved. */
export const productSurvey: SurveyQuestion[] = [
  {
    question_id: 300,
    kind: 'single',
    text: inBoth('Where was it fitted?', 'Gdzie produkt został zamontowany?'),
    optional: false,
    ...unlimited,
    answers: [
      answer(301, 'On a new roof window', 'Na nowym oknie dachowym'),
      answer(302, 'On a window that was there', 'Na oknie, które już było'),
      answer(303, 'In a showroom', 'W salonie'),
    ],
    parent_answer_id: null,
  },
];

/** What a project that was a lead is asked beside the region's questions (spec 1 §5). */
export const leadSurvey: SurveyQuestion[] = [
  {
    question_id: LEAD_QUESTION_ID,
    kind: 'multi',
    text: inBoth(
      'How did the lead go? Choose up to six.',
      'Jak przebiegło zlecenie? Wybierz najwyżej sześć odpowiedzi.',
    ),
    optional: true,
    ...noNumber,
    limit: LEAD_MULTI_LIMIT,
    answers: [
      answer(901, 'The customer knew what they wanted', 'Klient wiedział, czego chce'),
      answer(902, 'The customer needed advice', 'Klient potrzebował porady'),
      answer(903, 'The number of windows changed', 'Zmieniła się liczba okien'),
      answer(904, 'Other products were added', 'Doszły inne produkty'),
      answer(905, 'The date had to be moved', 'Trzeba było przesunąć termin'),
      answer(906, 'The contact details were wrong', 'Dane kontaktowe były błędne'),
      answer(907, 'The customer recommended us', 'Klient nas polecił'),
    ],
    parent_answer_id: null,
  },
];

/** What some regions ask when a project closes: one question of every kind, and a sub-question. */
export const closingSurvey: SurveyQuestion[] = [
  {
    question_id: 500,
    kind: 'single',
    text: inBoth('What kind of work was it?', 'Jakiego rodzaju były to prace?'),
    optional: false,
    ...unlimited,
    answers: [
      answer(501, 'A new house', 'Nowy dom'),
      answer(502, 'A loft conversion', 'Adaptacja poddasza'),
      answer(503, 'Replacing old windows', 'Wymiana starych okien'),
    ],
    parent_answer_id: null,
  },
  {
    question_id: 510,
    kind: 'number',
    text: inBoth('How many old windows were replaced?', 'Ile starych okien zostało wymienionych?'),
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
    text: inBoth(
      'What mattered most to the customer? Choose up to two.',
      'Co było dla klienta najważniejsze? Wybierz najwyżej dwie odpowiedzi.',
    ),
    optional: false,
    ...noNumber,
    limit: 2,
    answers: [
      answer(521, 'Daylight', 'Światło dzienne'),
      answer(522, 'Warmth and energy bills', 'Ciepło i rachunki za energię'),
      answer(523, 'Quiet', 'Cisza'),
      answer(524, 'The price', 'Cena'),
    ],
    parent_answer_id: null,
  },
  {
    question_id: 530,
    kind: 'number',
    text: inBoth('How long did the work take, in hours?', 'Ile godzin trwały prace?'),
    optional: true,
    answers: [],
    min: 0.5,
    max: 400,
    step: 0.5,
    limit: null,
    parent_answer_id: null,
  },
];

function answer(id: number, en: string, pl: string): { answer_id: number; text: TranslatedText } {
  return { answer_id: id, text: inBoth(en, pl) };
}
