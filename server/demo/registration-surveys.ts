import type { SurveyQuestion } from '#schemas/survey.ts';
import type { RegistrationSurveys } from '../registration/registration-surveys.ts';
import { inBoth } from './texts.ts';

/** An answer's text in English and Polish. */
type Said = readonly [en: string, pl: string];

/** Of the first question and of the decor brands at most three may be chosen (spec 1 §9). */
const AT_MOST = 3;

const nothing = { optional: false, min: null, max: null, step: null, parent_answer_id: null };

/** The numbers of a question's answers follow its own: 701, 702, … of question 7. */
function choice(
  id: number,
  kind: 'single' | 'multi',
  [en, pl]: Said,
  answers: readonly Said[],
  limit: number | null = null,
): SurveyQuestion {
  return {
    ...nothing,
    question_id: id,
    kind,
    text: inBoth(en, pl),
    limit,
    answers: answers.map((said, at) => ({ answer_id: id * 100 + at + 1, text: inBoth(...said) })),
  };
}

/** What an owner of role 3 is asked, in the specification's order (spec 1 §3). */
const regular: SurveyQuestion[] = [
  choice(
    7,
    'multi',
    [
      'What do you do most? Choose up to three.',
      'Czym zajmujecie się najczęściej? Wybierz najwyżej trzy odpowiedzi.',
    ],
    [
      ['Roofing', 'Krycie dachów'],
      ['Fitting roof windows', 'Montaż okien dachowych'],
      ['Loft conversions', 'Adaptacje poddaszy'],
      ['Carpentry of roofs', 'Więźby dachowe'],
      ['Flat roofs', 'Dachy płaskie'],
      ['Facades', 'Elewacje'],
      ['Insulation', 'Ocieplenia'],
      ['Dry lining and interiors', 'Sucha zabudowa i wnętrza'],
      ['Blinds and shutters', 'Rolety i markizy'],
      ['Solar panels', 'Fotowoltaika'],
      ['New houses as a whole', 'Budowa całych domów'],
      ['Repairs and service', 'Naprawy i serwis'],
    ],
    AT_MOST,
  ),
  {
    ...nothing,
    question_id: 3,
    kind: 'number',
    text: inBoth(
      'How many roof windows do you fit in a year?',
      'Ile okien dachowych montujecie w roku?',
    ),
    answers: [],
    min: 1,
    max: 999_999,
    step: 1,
    limit: null,
  },
  choice(
    5,
    'single',
    ['How many people work in your company?', 'Ile osób pracuje w firmie?'],
    [
      ['Only me', 'Tylko ja'],
      ['2 to 5', 'Od 2 do 5'],
      ['6 to 10', 'Od 6 do 10'],
      ['11 to 20', 'Od 11 do 20'],
      ['More than 20', 'Więcej niż 20'],
    ],
  ),
  choice(
    6,
    'single',
    ['For how long have you fitted roof windows?', 'Od jak dawna montujecie okna dachowe?'],
    [
      ['Less than a year', 'Krócej niż rok'],
      ['1 to 3 years', 'Od 1 do 3 lat'],
      ['4 to 10 years', 'Od 4 do 10 lat'],
      ['More than 10 years', 'Dłużej niż 10 lat'],
    ],
  ),
  choice(
    8,
    'single',
    [
      'How many of the roof windows you fit are ours?',
      'Jaka część montowanych okien dachowych to nasze okna?',
    ],
    [
      ['Up to a quarter', 'Do jednej czwartej'],
      ['Up to a half', 'Do połowy'],
      ['Up to three quarters', 'Do trzech czwartych'],
      ['Nearly all', 'Prawie wszystkie'],
    ],
  ),
  choice(
    2,
    'single',
    ['How many roofs do you work on in a year?', 'Na ilu dachach pracujecie w roku?'],
    [
      ['Up to 10', 'Do 10'],
      ['11 to 30', 'Od 11 do 30'],
      ['31 to 60', 'Od 31 do 60'],
      ['More than 60', 'Więcej niż 60'],
    ],
  ),
  choice(
    4,
    'single',
    [
      'How many of your windows replace old ones?',
      'Ile z waszych montaży to wymiana starych okien?',
    ],
    [
      ['None', 'Żaden'],
      ['Up to a quarter', 'Do jednej czwartej'],
      ['Up to a half', 'Do połowy'],
      ['More than a half', 'Więcej niż połowa'],
    ],
  ),
  choice(
    9,
    'multi',
    [
      'What would help you most? Choose all that fit.',
      'Co pomogłoby najbardziej? Wybierz wszystkie pasujące odpowiedzi.',
    ],
    [
      ['Training', 'Szkolenia'],
      ['Advice on the telephone', 'Doradztwo telefoniczne'],
      ['New customers', 'Nowi klienci'],
      ['Tools and clothing', 'Narzędzia i odzież'],
      ['Quicker delivery', 'Szybsze dostawy'],
      ['Material for advertising', 'Materiały reklamowe'],
    ],
  ),
];

/** What an owner of role 7 is asked (spec 1 §3). */
const decor: SurveyQuestion[] = [
  choice(
    130,
    'single',
    ['What do you sell or fit most?', 'Co najczęściej sprzedajecie lub montujecie?'],
    [
      ['Blinds for roof windows', 'Rolety do okien dachowych'],
      ['Blinds for other windows', 'Rolety do innych okien'],
      ['Curtains and fabrics', 'Zasłony i tkaniny'],
      ['Awnings and shutters', 'Markizy i rolety zewnętrzne'],
      ['Whole interiors', 'Całe wnętrza'],
    ],
  ),
  choice(
    140,
    'single',
    [
      'How many blinds for roof windows do you sell in a year?',
      'Ile rolet do okien dachowych sprzedajecie w roku?',
    ],
    [
      ['Up to 20', 'Do 20'],
      ['21 to 100', 'Od 21 do 100'],
      ['101 to 300', 'Od 101 do 300'],
      ['More than 300', 'Więcej niż 300'],
    ],
  ),
  choice(
    150,
    'single',
    ['How do most customers find you?', 'Jak trafia do was większość klientów?'],
    [
      ['By recommendation', 'Z polecenia'],
      ['On the internet', 'Przez internet'],
      ['In our showroom', 'W naszym salonie'],
      ['Through roofers and builders', 'Przez dekarzy i budowlańców'],
    ],
  ),
  choice(
    160,
    'multi',
    [
      'Whose blinds do you sell? Choose up to three.',
      'Czyje rolety sprzedajecie? Wybierz najwyżej trzy odpowiedzi.',
    ],
    [
      ['Those of the window’s manufacturer', 'Producenta okna'],
      ['Those of other manufacturers', 'Innych producentów'],
      ['Made to measure by a workshop', 'Szyte na miarę w pracowni'],
      ['Made by ourselves', 'Własnej produkcji'],
      ['Ready-made ones from wholesalers', 'Gotowe, z hurtowni'],
    ],
    AT_MOST,
  ),
];

export const demoRegistrationSurveys: RegistrationSurveys = { regular, decor };
