import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { contentIn, type ContentDocument } from '#schemas/content.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { NewsItemNotFound } from './no-news-item.tsx';
import { NewsDates } from './news-dates.tsx';
import { NewsPictures } from './news-pictures.tsx';
import { newsById } from './queries.ts';

/** `/news/{uuid}`: title, day, picture, text, and the other pictures (spec 2 §2). */
export function NewsItemScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const news = useLiveQuery((account) => newsById(account, uuid), [uuid]);
  if (!news) return <NewsItemNotFound isLoading={news === undefined} />;
  return <Article news={news} />;
}

function Article({ news }: { news: ContentDocument }) {
  const { i18n } = useLingui();
  const words = contentIn(news, i18n.locale);
  usePageTitle(words?.title ?? '');
  if (!words) return null;
  return (
    <Page title={words.title} subtitle={<NewsDates news={news} />}>
      <article className="space-y-5">
        <NewsPictures news={news}>
          <HtmlText html={words.text} />
        </NewsPictures>
      </article>
    </Page>
  );
}
