import type { SurveyQuestion } from '#schemas/survey.ts';
import type { RegistrationSurveys } from '../registration/registration-surveys.ts';
import { translateAll } from './texts.ts';

/** Maximum number of answers to the first question and to the question about decor brands (spec 1 §9). */
const MAX_ANSWERS = 3;

const noLimits = { optional: false, min: null, max: null, step: null, parent_answer_id: null };

/** Creates a question. Answer ids are derived from the question's id: 701, 702, … for question 7. */
function choice(
  id: number,
  kind: 'single' | 'multi',
  question: string,
  answers: readonly string[],
  limit: number | null = null,
): SurveyQuestion {
  return {
    ...noLimits,
    question_id: id,
    kind,
    text: translateAll(question),
    limit,
    answers: answers.map((answer, index) => ({
      answer_id: id * 100 + index + 1,
      text: translateAll(answer),
    })),
  };
}

/** Questions for owners with role 3, in the specification's order (spec 1 §3). */
const regularQuestions: SurveyQuestion[] = [
  choice(
    7,
    'multi',
    'What do you do most? Choose up to three.',
    [
      'Roofing',
      'Installing roof windows',
      'Loft conversions',
      'Roof carpentry',
      'Flat roofs',
      'Facades',
      'Insulation',
      'Dry lining and interiors',
      'Blinds and shutters',
      'Solar panels',
      'Complete new houses',
      'Repairs and service',
    ],
    MAX_ANSWERS,
  ),
  {
    ...noLimits,
    question_id: 3,
    kind: 'number',
    text: translateAll('How many roof windows do you install a year?'),
    answers: [],
    min: 1,
    max: 999_999,
    step: 1,
    limit: null,
  },
  choice(5, 'single', 'How many people work in your company?', [
    'Just me',
    '2 to 5',
    '6 to 10',
    '11 to 20',
    'More than 20',
  ]),
  choice(6, 'single', 'How long have you been installing roof windows?', [
    'Less than a year',
    '1 to 3 years',
    '4 to 10 years',
    'More than 10 years',
  ]),
  choice(8, 'single', 'How many of the roof windows you install are ours?', [
    'Up to a quarter',
    'Up to half',
    'Up to three quarters',
    'Nearly all',
  ]),
  choice(2, 'single', 'How many roofs do you work on in a year?', [
    'Up to 10',
    '11 to 30',
    '31 to 60',
    'More than 60',
  ]),
  choice(4, 'single', 'How many of your windows replace old ones?', [
    'None',
    'Up to a quarter',
    'Up to half',
    'More than half',
  ]),
  choice(9, 'multi', 'What would help you most? Choose all that apply.', [
    'Training',
    'Advice by phone',
    'New customers',
    'Tools and clothing',
    'Faster delivery',
    'Advertising material',
  ]),
];

/** Questions for owners with role 7 (spec 1 §3). */
const decorQuestions: SurveyQuestion[] = [
  choice(130, 'single', 'What do you sell or install most?', [
    'Blinds for roof windows',
    'Blinds for other windows',
    'Curtains and fabrics',
    'Awnings and shutters',
    'Complete interiors',
  ]),
  choice(140, 'single', 'How many blinds for roof windows do you sell in a year?', [
    'Up to 20',
    '21 to 100',
    '101 to 300',
    'More than 300',
  ]),
  choice(150, 'single', 'How do most customers find you?', [
    'By recommendation',
    'On the internet',
    'In our showroom',
    'Through roofers and builders',
  ]),
  choice(
    160,
    'multi',
    'Which brands of blinds do you sell? Choose up to three.',
    [
      'The window manufacturer’s',
      'Other manufacturers’',
      'Made to measure by a workshop',
      'We make them ourselves',
      'Ready-made, from wholesalers',
    ],
    MAX_ANSWERS,
  ),
];

export const demoRegistrationSurveys: RegistrationSurveys = {
  regular: regularQuestions,
  decor: decorQuestions,
};
