import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { NewsArticle, NewsDates, useArticlePictures } from '#src/parts/news-article.tsx';
import { TutorialCard } from '#src/parts/tutorial-card.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { usedLanguages, valueOf, type ContentValues } from './content-form.ts';
import { languageHeading, type ContentRecord } from './content-texts.ts';

interface PreviewProps {
  readonly content: ContentRecord;
  /** What was typed, also if it isn't saved yet. */
  readonly values: ContentValues;
  readonly language: string;
  readonly onLanguageChange: (language: string) => void;
}

/** The article as the app draws it, as wide as on a phone. */
export function ContentPreview({ content, values, language, onLanguageChange }: PreviewProps) {
  const { t, i18n } = useLingui();
  const used = usedLanguages(values);
  const chosen =
    used.find((each) => each === language) ?? used.find((each) => each === 'en') ?? used[0];
  if (chosen === undefined) return <EmptyPart />;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="w-56 max-w-full">
        <SelectField
          label={t`Language`}
          hint={t`An installer who chose another language sees English.`}
          options={used.map((value) => ({ value, label: languageHeading(i18n, value) }))}
          value={chosen}
          onChange={({ target }) => onLanguageChange(target.value)}
        />
      </div>
      <section
        aria-label={t`Preview`}
        lang={chosen}
        className="w-[390px] max-w-full rounded-sheet border-4 border-line bg-surface px-4 pt-5 pb-8"
      >
        <ShownContent content={content} values={values} language={chosen} />
      </section>
    </div>
  );
}

interface ShownContentProps {
  readonly content: ContentRecord;
  readonly values: ContentValues;
  readonly language: string;
}

function ShownContent({ content, values, language }: ShownContentProps) {
  const { i18n } = useLingui();
  const pictures = useArticlePictures(content);
  const title = valueOf(values, 'title', language);
  const html = valueOf(values, 'text', language);
  if (content.type === 'tutorial') {
    return (
      <ul>
        <TutorialCard
          title={title}
          html={html}
          media={
            <>
              {content.media && <ContentPicture src={content.media.l} />}
              {valueOf(values, 'youtube', language) !== '' && (
                <p className="text-small text-ink-soft">
                  <Trans>The video on YouTube is played here.</Trans>
                </p>
              )}
            </>
          }
        />
      </ul>
    );
  }
  return (
    <>
      <div className="pb-4">
        <h2 className="text-heading font-semibold break-long">{title}</h2>
        <p className="mt-1 text-ink-soft break-long">
          <NewsDates
            news={content}
            date={(moment) => i18n.date(new Date(moment), { dateStyle: 'medium' })}
          />
        </p>
      </div>
      <NewsArticle html={html} pictures={pictures} hasMain={content.media !== null} />
    </>
  );
}
