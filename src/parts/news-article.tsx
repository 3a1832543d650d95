import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { altTextIn, type Content } from '#schemas/content.ts';
import { HtmlText } from '#src/ui/html-text.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';

/** An image of a news item. */
interface ArticlePicture {
  readonly id: string;
  readonly src: string;
  /** Alt text; empty if the image is decorative, or has none. */
  readonly alt: string;
  /** Alt text, otherwise the image’s number. */
  readonly name: string;
}

/**
 * Images of a news item, the main one first.
 * @param language language of the article’s text
 */
export function useArticlePictures(
  { media, other_images }: Pick<Content, 'media' | 'other_images'>,
  language: string,
): ArticlePicture[] {
  const { t } = useLingui();
  const pictures = media ? [media, ...other_images] : other_images;
  const pictureCount = pictures.length;
  return pictures.map((picture, index) => {
    const number = index + 1;
    const alt = altTextIn(picture, language);
    const id = picture === media ? 'media' : picture.uuid;
    return { id, src: picture.l, alt, name: alt || t`Picture ${number} of ${pictureCount}` };
  });
}

interface NewsArticleProps {
  /** Sanitised HTML. */
  readonly html: string;
  readonly pictures: readonly ArticlePicture[];
  /** True if the first image is above the text; the others are below. */
  readonly hasMainPicture: boolean;
  /** Wraps an image, for example in a button that enlarges it. */
  readonly frame?: (image: ReactElement, picture: ArticlePicture, index: number) => ReactElement;
}

/** A news item’s images and text, as installers see it below its title. */
export function NewsArticle({ html, pictures, hasMainPicture, frame }: NewsArticleProps) {
  const pictureElements = pictures.map((picture, index) => (
    <ContentPicture
      key={picture.id}
      src={picture.src}
      alt={picture.alt}
      frame={(image) => frame?.(image, picture, index) ?? image}
    />
  ));
  const mainCount = hasMainPicture ? 1 : 0;
  return (
    <article className="space-y-5">
      {pictureElements.slice(0, mainCount)}
      <HtmlText html={html} />
      {pictureElements.length > mainCount && (
        <div className="grid grid-cols-2 gap-3">{pictureElements.slice(mainCount)}</div>
      )}
    </article>
  );
}

interface NewsDatesProps {
  readonly news: Pick<Content, 'created_at' | 'updated_at'>;
  /** Formats a day in the user’s language. */
  readonly date: (moment: string) => string;
}

/** Publication date, which lists sort by, and the date of the last change if different. */
export function NewsDates({ news: { created_at, updated_at }, date }: NewsDatesProps) {
  const [publishedDate, changedDate] = [date(created_at), date(updated_at)];
  return (
    <>
      <time dateTime={created_at}>{publishedDate}</time>
      {changedDate !== publishedDate && (
        <>
          {' · '}
          <Trans>
            Updated <time dateTime={updated_at}>{changedDate}</time>
          </Trans>
        </>
      )}
    </>
  );
}
