import { Trans, useLingui } from '@lingui/react/macro';
import { altTextIn } from '#schemas/content.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { NewsArticle, NewsDates, useArticlePictures } from '#src/parts/news-article.tsx';
import { TutorialCard } from '#src/parts/tutorial-card.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';
import { PhonePreview } from '#console/parts/phone-preview.tsx';
import type { EditedPicture } from '#console/parts/pictures/edited-pictures.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { picturesOf, usedLanguages, valueOf, type ContentValues } from './content-form.ts';
import { languageHeading, type ContentRecord } from './content-texts.ts';

interface PreviewProps {
  readonly content: ContentRecord;
  /** Texts as typed, even if not saved yet. */
  readonly values: ContentValues;
  readonly language: string;
  readonly onLanguageChange: (language: string) => void;
}

/** Preview of the article at phone width. */
export function ContentPreview({ content, values, language, onLanguageChange }: PreviewProps) {
  const { t, i18n } = useLingui();
  const usedLanguageCodes = usedLanguages(values);
  const previewLanguage =
    usedLanguageCodes.find((each) => each === language) ??
    usedLanguageCodes.find((each) => each === 'en') ??
    usedLanguageCodes[0];
  if (previewLanguage === undefined) return <EmptyPart />;
  return (
    <PhonePreview
      language={previewLanguage}
      fields={
        <SelectField
          label={t`Language`}
          hint={t`An installer who chose another language sees English.`}
          options={usedLanguageCodes.map((value) => ({
            value,
            label: languageHeading(i18n, value),
          }))}
          value={previewLanguage}
          onChange={({ target }) => onLanguageChange(target.value)}
        />
      }
    >
      <Article content={content} values={values} language={previewLanguage} />
    </PhonePreview>
  );
}

interface ArticleProps {
  readonly content: ContentRecord;
  readonly values: ContentValues;
  readonly language: string;
}

function Article({ content, values, language }: ArticleProps) {
  const { i18n } = useLingui();
  const shownPictures = picturesOf(values).map((picture) => toAppPicture(picture, language));
  const [media = null, ...other_images] = shownPictures;
  const pictures = useArticlePictures({ media, other_images }, language);
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
              {media && <ContentPicture src={media.l} alt={altTextIn(media, language)} />}
              {valueOf(values, 'youtube', language) !== '' && (
                <p className="text-small text-ink-soft">
                  <Trans>The YouTube video plays here.</Trans>
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
      <NewsArticle html={html} pictures={pictures} hasMainPicture={media !== null} />
    </>
  );
}

/** Converts an image of the draft to the app's format. */
function toAppPicture({ id, is_decorative, texts }: EditedPicture, language: string) {
  const text = is_decorative ? '' : texts[language];
  const alt = text === undefined ? undefined : { alt: { [language]: text } };
  return { uuid: id, s: `/files/content/${id}/s`, l: `/files/content/${id}/l`, ...alt };
}
