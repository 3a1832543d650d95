import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CountrySettings } from '#schemas/operator/settings-calls.ts';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';

/** Settings that can only be changed in the country's setup files. */
export function FileSettings({ settings }: { settings: CountrySettings }) {
  const { t, i18n } = useLingui();
  const { configuration, closing_survey, lead_survey, warranty } = settings;
  const textOf = (text: TranslatedText) => textInLanguage(text, i18n.locale);
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
