import { useLingui } from '@lingui/react/macro';
import { type CatalogueLanguage, catalogueLanguages, pickerLanguages } from '#schemas/languages.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useServices } from '#src/data/services.ts';
import { cacheLanguage } from '#src/i18n/cache-language.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';

/** A language whose texts are not on the device, and could not be fetched. */
class MissingLanguage extends Error {
  readonly language: CatalogueLanguage;
  constructor(language: CatalogueLanguage) {
    super(`The texts of ${language} are not on the device.`);
    this.language = language;
  }
}

/** The language of the app on this device, and how another is chosen. */
export interface LanguageChoice {
  /** What is shown, or about to be. */
  readonly shown: CatalogueLanguage;
  /** What can be chosen, in the picker's order (spec 1 §1), and what is shown where that is no part of it. */
  readonly offered: readonly CatalogueLanguage[];
  /** Resolves to whether it is the app's language now. */
  readonly choose: (language: CatalogueLanguage) => Promise<boolean>;
  /** Why what was chosen last is not shown; null otherwise. */
  readonly problem: string | null;
}

/** Chooses the app's language on this device, once its texts are on it. */
export function useLanguageChoice(): LanguageChoice {
  const { t, i18n } = useLingui();
  const { device } = useServices();
  const request = useRequest(async (language: CatalogueLanguage) => {
    if (!(await cacheLanguage(language))) throw new MissingLanguage(language);
    device.change({ language });
    return true;
  });
  const shown = catalogueLanguages.find((language) => language === i18n.locale) ?? 'en';
  const inPicker = pickerLanguages.flatMap((language) =>
    catalogueLanguages.filter((translated) => translated === language),
  );
  const { failure } = request;
  const name = failure instanceof MissingLanguage ? nativeLanguageName(failure.language) : '';
  return {
    shown,
    offered: inPicker.includes(shown) ? inPicker : [...inPicker, shown],
    choose: async (language) => (await request.run(language)) ?? false,
    problem:
      failure === null
        ? null
        : t`${name} is not on this device yet. Choose it again when you have a connection.`,
  };
}
