import { useLingui } from '@lingui/react/macro';
import {
  type CatalogueLanguage,
  catalogueLanguages,
  regionLanguage,
  sourceLanguage,
} from '#schemas/languages.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { problemLanguages, type Problems, usesLanguage } from './list-draft.ts';

/**
 * Returns the language that is initially shown next to English: the country's language, or Polish if that is English or
 * not in the catalogue.
 */
export function initialLanguage(region: RegionId): CatalogueLanguage {
  const regionLanguageCode = catalogueLanguages.find(
    (code) => code === regionLanguage(regionCodeOf(region)),
  );
  return regionLanguageCode === undefined || regionLanguageCode === sourceLanguage
    ? 'pl'
    : regionLanguageCode;
}

interface LanguageFieldProps {
  readonly language: CatalogueLanguage;
  readonly values: readonly unknown[];
  /** Invalid parts of each setting, once errors are shown. */
  readonly problems: readonly Problems[];
  readonly onChange: (language: CatalogueLanguage) => void;
}

/** Chooses the language to edit next to English, and lists other languages with errors. */
export function LanguageField({ language, values, problems, onChange }: LanguageFieldProps) {
  const { t, i18n } = useLingui();
  const otherLanguages = catalogueLanguages.filter((code) => code !== sourceLanguage);
  const missingLanguages = new Set(
    problems
      .flatMap(problemLanguages)
      .filter((code) => code !== sourceLanguage && code !== language),
  );
  const names = [...missingLanguages].map((code) => languageName(code, i18n.locale)).join(', ');
  return (
    <SelectField
      label={t`Another language`}
      hint={t`Installers see English where their language is empty.`}
      error={names === '' ? undefined : t`A text isn’t accepted in: ${names}`}
      value={language}
      options={otherLanguages.map((value) => {
        const name = languageName(value, i18n.locale);
        return {
          value,
          label: values.some((each) => usesLanguage(each, value)) ? name : t`${name} (empty)`,
        };
      })}
      onChange={({ target }) =>
        onChange(otherLanguages.find((code) => code === target.value) ?? language)
      }
    />
  );
}
