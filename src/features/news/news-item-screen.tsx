import { useLingui, Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { contentInLanguage, type ContentDocument } from '#schemas/content.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { NewsArticle, NewsDates, useArticlePictures } from '#src/parts/news-article.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { newsById } from './queries.ts';

/** `/news/{uuid}`: title, date, image, text and more images (spec 2 §2). */
export function NewsItemScreen() {
  const { uuid } = useParams({ from: '/signed-in/news/$uuid' });
  const news = useLiveQuery((account) => newsById(account, uuid), [uuid]);
  if (!news) return <NewsItemNotFound isLoading={news === undefined} />;
  return <NewsItem news={news} />;
}

function NewsItem({ news }: { news: ContentDocument }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const content = contentInLanguage(news, i18n.locale);
  const pictures = useArticlePictures(news, content?.language ?? '');
  usePageTitle(content?.title ?? '');
  if (!content) return null;
  return (
    <Page title={content.title} subtitle={<NewsDates news={news} date={format.date} />}>
      <EnlargedPictures
        group="news"
        pictures={pictures.map(({ id, src, name }) => ({ id, src, alt: name }))}
      >
        {(open) => (
          <NewsArticle
            html={content.text}
            pictures={pictures}
            hasMainPicture={news.media !== null}
            frame={(image, { name: alt }, index) => (
              <EnlargeButton label={t`Enlarge: ${alt}`} onPress={() => open(index)}>
                {image}
              </EnlargeButton>
            )}
          />
        )}
      </EnlargedPictures>
    </Page>
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
