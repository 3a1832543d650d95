import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type CatalogueLanguage, sourceLanguage } from '#schemas/languages.ts';
import { SurveyCard } from '#src/parts/survey-card.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { PhonePreview } from '#console/parts/phone-preview.tsx';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { toTextList, toSurveyTexts, type Survey } from './survey-texts.ts';

/** The saved survey as installers see it, in each of its languages. The provider hosts the questions. */
export function SurveyPreview({ survey }: { readonly survey: Survey }) {
  const { t, i18n } = useLingui();
  const [language, setLanguage] = useState<CatalogueLanguage>(sourceLanguage);
  const texts = toTextList(toSurveyTexts(survey));
  const shownText = texts.find((each) => each.language === language) ?? texts[0];
  if (shownText === undefined) return <EmptyPart />;
  return (
    <PhonePreview
      language={shownText.language}
      fields={
        <>
          <SelectField
            label={t`Language`}
            hint={t`An installer whose language has no text gets English.`}
            options={texts.map((each) => ({
              value: each.language,
              label: languageName(each.language, i18n.locale),
            }))}
            value={shownText.language}
            onChange={({ target }) =>
              setLanguage(
                texts.find((each) => each.language === target.value)?.language ?? sourceLanguage,
              )
            }
          />
          <p className="text-small text-ink-soft">
            <Trans>Language of the questions: {languageName(shownText.lang, i18n.locale)}</Trans>
          </p>
        </>
      }
    >
      <ul>
        <SurveyCard title={shownText.title} tagline={shownText.tagline} />
      </ul>
    </PhonePreview>
  );
}
