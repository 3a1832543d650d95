import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type CatalogueLanguage, catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { toTextList, type SurveyTexts, textsOf } from './survey-texts.ts';

interface SurveyFieldsProps {
  readonly texts: SurveyTexts;
  readonly onChange: (texts: SurveyTexts) => void;
  /** Language with a missing text, once the form has been validated. */
  readonly incompleteLanguage: CatalogueLanguage | null;
}

/** Texts of a survey in English and another language. */
export function SurveyFields(props: SurveyFieldsProps) {
  const { t, i18n } = useLingui();
  const [chosenLanguage, setChosenLanguage] = useState<CatalogueLanguage>('pl');
  const otherLanguages = catalogueLanguages.filter((code) => code !== sourceLanguage);
  const filledLanguages = toTextList(props.texts).map(({ language }) => language);
  const options = otherLanguages.map((value) => {
    const name = languageName(value, i18n.locale);
    return { value, label: filledLanguages.includes(value) ? name : t`${name} (empty)` };
  });
  const { incompleteLanguage } = props;
  const shownLanguage =
    incompleteLanguage !== null && incompleteLanguage !== sourceLanguage
      ? incompleteLanguage
      : chosenLanguage;
  return (
    <>
      <LanguageFields {...props} language={sourceLanguage} />
      <SelectField
        label={t`Another language`}
        hint={t`Installers see English where their language is empty.`}
        options={options}
        value={shownLanguage}
        onChange={({ target }) =>
          setChosenLanguage(otherLanguages.find((code) => code === target.value) ?? 'pl')
        }
      />
      <LanguageFields key={shownLanguage} {...props} language={shownLanguage} />
    </>
  );
}

function LanguageFields({
  texts,
  onChange,
  incompleteLanguage,
  language,
}: SurveyFieldsProps & { language: CatalogueLanguage }) {
  const { t, i18n } = useLingui();
  const values = textsOf(texts, language);
  const set = (newValues: Partial<typeof values>) =>
    onChange({ ...texts, [language]: { ...values, ...newValues } });
  const error = (value: string) =>
    incompleteLanguage === language && value.trim() === '' ? t`Enter this text.` : undefined;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-small font-semibold">
        {languageName(language, i18n.locale)}
      </legend>
      <TextField
        label={t`Title`}
        lang={language}
        autoComplete="off"
        maxLength={120}
        value={values.title}
        error={error(values.title)}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        label={t`Short text`}
        hint={t`How long it takes, for example.`}
        lang={language}
        autoComplete="off"
        maxLength={300}
        value={values.tagline}
        error={error(values.tagline)}
        onChange={({ target }) => set({ tagline: target.value })}
      />
      <SelectField
        label={t`Language of the questions`}
        options={catalogueLanguages.map((value) => ({
          value,
          label: languageName(value, i18n.locale),
        }))}
        value={values.lang}
        onChange={({ target }) =>
          set({ lang: catalogueLanguages.find((code) => code === target.value) ?? language })
        }
      />
    </fieldset>
  );
}

/** All texts, for operators who can’t change them. */
export function SurveyTextList({ texts }: { texts: SurveyTexts }) {
  const { i18n } = useLingui();
  return (
    <dl className="flex flex-col gap-3 rounded-card bg-surface-raised p-4 card-rise">
      {toTextList(texts).map(({ language, title, tagline, lang }) => (
        <div key={language}>
          <dt className="text-small text-ink-soft">{languageName(language, i18n.locale)}</dt>
          <dd lang={language} className="font-semibold break-long">
            {title}
          </dd>
          <dd lang={language} className="break-long">
            {tagline}
          </dd>
          <dd className="text-small text-ink-soft">
            <Trans>Language of the questions: {languageName(lang, i18n.locale)}</Trans>
          </dd>
        </div>
      ))}
    </dl>
  );
}
