import { useLingui } from '@lingui/react/macro';
import { type CatalogueLanguage, catalogueLanguages, pickerLanguages } from '#schemas/languages.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useServices } from '#src/data/services.ts';
import { cacheLanguage } from '#src/i18n/cache-language.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';

/** Thrown if the texts of a language are neither cached nor reachable. */
class MissingLanguage extends Error {
  readonly language: CatalogueLanguage;
  constructor(language: CatalogueLanguage) {
    super(`The texts of ${language} are not on the device.`);
    this.language = language;
  }
}

/** Current language, and a function to change it. */
interface LanguageChoice {
  /** The current (or pending) language. */
  readonly currentLanguage: CatalogueLanguage;
  /** Languages of the picker in order (spec 1 §1), plus the current one if missing. */
  readonly choices: readonly CatalogueLanguage[];
  /** Resolves to true if the language was changed. */
  readonly choose: (language: CatalogueLanguage) => Promise<boolean>;
  /** Error of the last choice; null otherwise. */
  readonly error: string | null;
}

/** Changes the app's language once its texts are on the device. */
export function useLanguageChoice(): LanguageChoice {
  const { t, i18n } = useLingui();
  const { device } = useServices();
  const request = useRequest(async (language: CatalogueLanguage) => {
    if (!(await cacheLanguage(language))) throw new MissingLanguage(language);
    device.change({ language });
    return true;
  });
  const currentLanguage = catalogueLanguages.find((language) => language === i18n.locale) ?? 'en';
  const pickerChoices = pickerLanguages.flatMap((language) =>
    catalogueLanguages.filter((supportedLanguage) => supportedLanguage === language),
  );
  const { failure } = request;
  const name = failure instanceof MissingLanguage ? nativeLanguageName(failure.language) : '';
  return {
    currentLanguage,
    choices: pickerChoices.includes(currentLanguage)
      ? pickerChoices
      : [...pickerChoices, currentLanguage],
    choose: async (language) => (await request.run(language)) ?? false,
    error:
      failure === null ? null : t`${name} isn’t downloaded yet. Go online and choose it again.`,
  };
}
