import { type Configuration, type RejectionReason } from '#schemas/configuration.ts';
import { catalogueLanguages } from '#schemas/languages.ts';
import { getTexts } from '../texts/texts.ts';

/** Built-in reasons, and if a new photo can settle them. */
const builtInReasons = {
  label_unreadable: true,
  no_product: true,
  photo_mismatch: true,
  photo_used: true,
  not_installed: true,
  not_sold_here: false,
  returned: false,
  number_of_another: false,
  other: true,
} as const;
type BuiltInCode = keyof typeof builtInReasons;

/** The reason that needs a note, because it has no text about the product. */
export const REASON_WITH_NOTE: BuiltInCode = 'other';

let builtIn: readonly RejectionReason[] | undefined;

/** Renders the built-in reasons in all languages, once and not at the start of the server. */
function listBuiltIn(): readonly RejectionReason[] {
  builtIn ??= Object.entries(builtInReasons).map(([code, allowsNewPhoto]) => ({
    code,
    text_translated: Object.fromEntries(
      catalogueLanguages.map((language) => [
        language,
        getTexts(language).translate(`rejection.${code as BuiltInCode}`),
      ]),
    ),
    allows_new_photo: allowsNewPhoto,
  }));
  return builtIn;
}

/** Reasons that reviewers of a country can give: its own list, or else the built-in one. */
export function rejectionReasonsOf({ rejection_reasons }: Configuration): RejectionReason[] {
  return rejection_reasons ?? [...listBuiltIn()];
}
