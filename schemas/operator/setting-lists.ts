import * as v from 'valibot';
import { categorySlug, longevity } from '../certificate.ts';
import { countryLinks } from '../country-links.ts';
import { catalogueLanguages, type CatalogueLanguage } from '../languages.ts';
import { LEAD_QUESTION_ID } from '../lead-survey.ts';
import { requiredMultilineText } from '../multiline-text.ts';
import { rejectionCode } from '../product-rejection.ts';
import { requiredText, uuid, wholeNumberBetween } from '../primitives.ts';
import { tierCategory } from '../product-type.ts';
import { type SurveyQuestion, validateSurvey } from '../survey.ts';

/** Maximum lengths of texts that operators type. */
export const MAX_LABEL = 80;
export const MAX_STATEMENT = 2000;
export const MAX_TYPES = 20;
/**
 * Limits for rejection reasons and survey questions. The keys 1 to 9 choose one of the first nine reasons; any further
 * reasons can only be chosen with the mouse.
 */
export const MAX_TEXT = 300;
export const MAX_DESCRIPTION = 400;
export const MAX_REASONS = 30;
export const MAX_QUESTIONS = 20;
export const MAX_ANSWERS = 20;
export const MAX_CATEGORIES = 20;

/** Translations of a text by language. Each of them may be missing. */
const inLanguages = <const Text extends v.GenericSchema<string, string>>(text: Text) =>
  v.object(
    // Safe: the entries come from the list of languages.
    Object.fromEntries(catalogueLanguages.map((code) => [code, v.optional(text)])) as Record<
      CatalogueLanguage,
      v.OptionalSchema<Text, undefined>
    >,
  );

/** A line that requires English, which is the fallback for missing translations. */
const line = (maxLength: number) =>
  v.pipe(
    inLanguages(requiredText(maxLength)),
    v.forward(
      v.partialCheck([['en']], ({ en }) => en !== undefined),
      ['en'],
    ),
  );
const label = line(MAX_LABEL);

const statement = inLanguages(requiredMultilineText(MAX_STATEMENT));
const requirement = v.picklist([0, 1, 2]);

/** A company type, with the statements that its owners must accept. A statement that isn't shown needs no text. */
const companyType = v.pipe(
  v.object({
    id: wholeNumberBetween(0, 1_000_000),
    name_translated: label,
    disclaimer_state: requirement,
    declaration_state: requirement,
    disclaimer_translated: statement,
    declaration_translated: statement,
  }),
  v.forward(
    v.partialCheck(
      [['disclaimer_state'], ['disclaimer_translated', 'en']],
      (type) => type.disclaimer_state === 0 || type.disclaimer_translated.en !== undefined,
    ),
    ['disclaimer_translated', 'en'],
  ),
  v.forward(
    v.partialCheck(
      [['declaration_state'], ['declaration_translated', 'en']],
      (type) => type.declaration_state === 0 || type.declaration_translated.en !== undefined,
    ),
    ['declaration_translated', 'en'],
  ),
);

/** A reason for rejecting a product. */
const reason = v.object({
  code: v.pipe(rejectionCode, v.maxLength(40)),
  text_translated: line(MAX_TEXT),
  allows_new_photo: v.boolean(),
});

const id = wholeNumberBetween(1, 1_000_000);
/** A limit of a question: the minimum, maximum or step of a number, or the maximum number of choices. */
const limit = v.nullable(v.pipe(v.number(), v.minValue(-1_000_000), v.maxValue(1_000_000)));
const question = v.object({
  question_id: id,
  kind: v.picklist(['single', 'multi', 'number']),
  text: line(MAX_TEXT),
  optional: v.boolean(),
  answers: v.pipe(
    v.array(v.object({ answer_id: id, text: line(MAX_TEXT) })),
    v.maxLength(MAX_ANSWERS),
  ),
  ...{ min: limit, max: limit, step: limit, limit },
  parent_answer_id: v.nullable(id),
});
/** A survey's questions, without contradictions. */
const questions = (max: number) =>
  v.pipe(
    v.array(question),
    v.maxLength(max),
    // Safe: a language without a text has no entry.
    v.check((list) => validateSurvey(list as unknown as SurveyQuestion[]) === null),
  );

/** A category of the warranty catalogue. Certificates keep a copy of its name and years. */
const category = v.object({
  uuid,
  slug: categorySlug,
  name: line(MAX_LABEL),
  description: inLanguages(requiredText(MAX_DESCRIPTION)),
  icon: categorySlug,
  longevity,
  tier_categories: v.pipe(
    v.array(tierCategory),
    v.maxLength(tierCategory.options.length),
    v.check((list) => new Set(list).size === list.length),
  ),
});

/** Settings with texts and lists as values. They can't be changed while a scheduled version is pending. */
export const listFields = {
  'regional.vat_field': label,
  'regional.company_id_field': label,
  'regional.company_types': v.pipe(v.array(companyType), v.maxLength(MAX_TYPES)),
  /** Null for the built-in reasons. */
  'configuration.rejection_reasons': v.nullable(
    v.pipe(
      v.array(reason),
      v.minLength(1),
      v.maxLength(MAX_REASONS),
      v.check((list) => new Set(list.map(({ code }) => code)).size === list.length),
    ),
  ),
  'configuration.product_survey': questions(MAX_QUESTIONS),
  /** Null for the questions that countries share. */
  'regional.registration_questions': v.nullable(questions(MAX_QUESTIONS)),
  'regional.decor_registration_questions': v.nullable(questions(MAX_QUESTIONS)),
  /** Null for the pages of the manufacturer's site. */
  'regional.links': v.nullable(countryLinks),
  closing_survey: questions(MAX_QUESTIONS),
  lead_survey: v.pipe(
    questions(1),
    v.everyItem(({ question_id }) => question_id === LEAD_QUESTION_ID),
  ),
  'warranty.catalogue': v.pipe(
    v.array(category),
    v.maxLength(MAX_CATEGORIES),
    v.check((list) => new Set(list.map(({ slug }) => slug)).size === list.length),
  ),
} as const;
export type ListField = keyof typeof listFields;
