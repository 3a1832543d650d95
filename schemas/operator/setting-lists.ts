import * as v from 'valibot';
import { catalogueLanguages, type CatalogueLanguage } from '../languages.ts';
import { requiredMultilineText } from '../multiline-text.ts';
import { requiredText, wholeNumberBetween } from '../primitives.ts';

/** Limits of the texts that operators type. */
export const MAX_LABEL = 80;
export const MAX_STATEMENT = 2000;
export const MAX_TYPES = 20;

/** A text in any of the app's languages. */
const inLanguages = <const Text extends v.GenericSchema<string, string>>(text: Text) =>
  v.object(
    // Safe: the entries come from the list of languages.
    Object.fromEntries(catalogueLanguages.map((code) => [code, v.optional(text)])) as Record<
      CatalogueLanguage,
      v.OptionalSchema<Text, undefined>
    >,
  );

/** A line that needs English, which is shown where a translation is missing. */
const label = v.pipe(
  inLanguages(requiredText(MAX_LABEL)),
  v.forward(
    v.partialCheck([['en']], ({ en }) => en !== undefined),
    ['en'],
  ),
);

const statement = inLanguages(requiredMultilineText(MAX_STATEMENT));
const requirement = v.picklist([0, 1, 2]);

/** A type of company, with what its owners must accept. A statement that isn't shown needs no text. */
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

/** Settings whose values are texts and lists. A planned version of one must take effect before the next change. */
export const listFields = {
  'regional.vat_field': label,
  'regional.company_id_field': label,
  'regional.company_types': v.pipe(v.array(companyType), v.maxLength(MAX_TYPES)),
} as const;
export type ListField = keyof typeof listFields;
