import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CountrySettings } from '#schemas/operator/settings-calls.ts';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { requirementText } from '#console/parts/setting-texts.ts';

/** Settings that can only be changed in the country's setup files. */
export function FileSettings({ settings }: { settings: CountrySettings }) {
  const { t, i18n } = useLingui();
  const { regional, configuration, closing_survey, lead_survey, warranty } = settings;
  const textOf = (text: TranslatedText) => textInLanguage(text, i18n.locale);
  const allTexts = (text: TranslatedText) =>
    Object.entries(text)
      .map(([language, label]) => `${languageName(language, i18n.locale)}: ${label}`)
      .join('\n');
  return (
    <section
      aria-label={t`From the files of the country`}
      className="rounded-card bg-surface-raised p-4 card-rise wide:col-span-2"
    >
      <h2 className="font-semibold">
        <Trans>From the files of the country</Trans>
      </h2>
      <p className="mb-3 text-small text-ink-soft">
        <Trans>
          Change these in “settings” of the country’s folder, then run “club setup apply”.
        </Trans>
      </p>
      <DetailList
        items={[
          {
            term: <Trans>Label of the VAT number</Trans>,
            detail: lines(allTexts(regional.vat_field)),
          },
          {
            term: <Trans>Label of the company number</Trans>,
            detail: lines(allTexts(regional.company_id_field)),
          },
          {
            term: <Trans>Company types and declarations</Trans>,
            detail: lines(
              regional.company_types
                .map((type) => {
                  const declaration = requirementText(i18n, type.declaration_state);
                  const disclaimer = requirementText(i18n, type.disclaimer_state);
                  const name = textOf(type.name_translated);
                  return t`${name} (declaration: ${declaration}; disclaimer: ${disclaimer})`;
                })
                .join('\n'),
            ),
          },
          {
            term: <Trans>Labels that need a photo</Trans>,
            detail: lines(
              configuration.requires_tag_photo
                .map(({ year, factory, variant }) => `${year} ${factory} ${variant}`)
                .join('\n'),
            ),
          },
          {
            term: <Trans>Reasons for rejecting products</Trans>,
            detail:
              configuration.rejection_reasons === undefined ? (
                <Trans>Built-in reasons</Trans>
              ) : (
                lines(
                  configuration.rejection_reasons
                    .map((reason) => textOf(reason.text_translated))
                    .join('\n'),
                )
              ),
          },
          {
            term: <Trans>Warranty catalogue</Trans>,
            detail: lines(warranty.catalogue.map(({ name }) => textOf(name)).join('\n')),
          },
          {
            term: <Trans>Questions about products</Trans>,
            detail: <Questions questions={configuration.product_survey} />,
          },
          {
            term: <Trans>Questions when a project is closed</Trans>,
            detail: <Questions questions={closing_survey} />,
          },
          {
            term: <Trans>Questions after a lead</Trans>,
            detail: <Questions questions={lead_survey} />,
          },
        ]}
      />
    </section>
  );
}

/** Text with one entry per line; a dash for none. */
function lines(text: string): ReactNode {
  return <span className="whitespace-pre-line">{text || '–'}</span>;
}

function Questions({ questions }: { questions: readonly SurveyQuestion[] }) {
  const { i18n } = useLingui();
  return lines(questions.map(({ text }) => textInLanguage(text, i18n.locale)).join('\n'));
}
