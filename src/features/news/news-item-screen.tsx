import { useLingui, Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contentInLanguage, type ContentDocument } from '#schemas/content.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';
import { newsById } from './queries.ts';

/** `/news/{uuid}`: title, date, picture, text and more pictures (spec 2 §2). */
export function NewsItemScreen() {
  const { uuid } = useParams({ from: '/signed-in/news/$uuid' });
  const news = useLiveQuery((account) => newsById(account, uuid), [uuid]);
  if (!news) return <NewsItemNotFound isLoading={news === undefined} />;
  return <Article news={news} />;
}

function Article({ news }: { news: ContentDocument }) {
  const { i18n } = useLingui();
  const content = contentInLanguage(news, i18n.locale);
  usePageTitle(content?.title ?? '');
  if (!content) return null;
  return (
    <Page title={content.title} subtitle={<NewsDates news={news} />}>
      <article className="space-y-5">
        <NewsPictures news={news}>
          <HtmlText html={content.text} />
        </NewsPictures>
      </article>
    </Page>
  );
}

type ContentDates = Pick<ContentDocument, 'created_at' | 'updated_at'>;

/** Publication date, which lists sort by, and the date of the last change if different. */
export function NewsDates({ news: { created_at, updated_at } }: { news: ContentDates }) {
  const format = useFormat();
  const [published, changed] = [format.date(created_at), format.date(updated_at)];
  return (
    <>
      <time dateTime={created_at}>{published}</time>
      {changed !== published && (
        <>
          {' · '}
          <Trans>
            Updated <time dateTime={updated_at}>{changed}</time>
          </Trans>
        </>
      )}
    </>
  );
}

/** Shown while a news item is loading, or if it isn't available. */
function NewsItemNotFound({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`News`}
      collection="contents"
      isLoading={isLoading}
      loadingLabel={t`Loading the news`}
      skeleton={<SkeletonCard lines={4} />}
      title={t`Article not found`}
      description={<Trans>It was withdrawn, or it isn’t available to you.</Trans>}
      offlineText={<Trans>News appears here once you’re online.</Trans>}
      list="/news"
      listLabel={<Trans>All news</Trans>}
    />
  );
}

interface NewsPicturesProps {
  news: ContentDocument;
  /** The text between the first picture and the others. */
  children: ReactNode;
}

/** Pictures of a news item; each can be enlarged. */
function NewsPictures({ news, children }: NewsPicturesProps) {
  const { t } = useLingui();
  const sources = [
    ...(news.media ? [{ id: 'media', src: news.media.l }] : []),
    ...news.other_images.map(({ uuid, l }) => ({ id: uuid, src: l })),
  ];
  const pictureCount = sources.length;
  const pictures = sources.map((picture, index) => {
    const number = index + 1;
    return { ...picture, alt: t`Picture ${number} of ${pictureCount}` };
  });
  const mainPictureCount = news.media ? 1 : 0;
  return (
    <EnlargedPictures group="news" pictures={pictures}>
      {(open) => {
        const renderedPictures = pictures.map(({ id, src, alt }, index) => (
          <ContentPicture
            key={id}
            src={src}
            frame={(image) => (
              <EnlargeButton label={t`Enlarge: ${alt}`} onPress={() => open(index)}>
                {image}
              </EnlargeButton>
            )}
          />
        ));
        return (
          <>
            {renderedPictures.slice(0, mainPictureCount)}
            {children}
            {pictureCount > mainPictureCount && (
              <div className="grid grid-cols-2 gap-3">
                {renderedPictures.slice(mainPictureCount)}
              </div>
            )}
          </>
        );
      }}
    </EnlargedPictures>
  );
}
