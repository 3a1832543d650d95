import { Trans, useLingui } from '@lingui/react/macro';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { NewsRow } from './exports.tsx';
import { latestNews } from './queries.ts';
import { contentInLanguage, type ContentDocument } from '#schemas/content.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';
import { LinkSlot } from '#src/ui/links.tsx';

/** News items per page (spec 2 §9). */
const PAGE_SIZE = 20;

/** `/news`: the manufacturer's news, newest first. */
export function NewsScreen() {
  const { t } = useLingui();
  usePageTitle(t`News`);
  return (
    <Page title={<Trans>News</Trans>}>
      <News />
    </Page>
  );
}

function News() {
  const { t } = useLingui();
  const { view, change } = useListSearch('/news', pagedView);
  const visibleCount = view.page * PAGE_SIZE;
  const loadedNews = useLastDefined(
    useLiveQuery((account) => latestNews(account, visibleCount + 1), [visibleCount]),
  );
  if (!loadedNews || loadedNews.length === 0) {
    return (
      <EmptyList
        collection="contents"
        isReading={!loadedNews}
        skeleton={<SkeletonList label={t`Loading the news`} />}
        offlineText={<Trans>News appears here once you’re online.</Trans>}
      >
        <EmptyState drawing="empty-notifications" title={<Trans>No news yet</Trans>}>
          <Trans>Promotions, installation tips and training dates appear here.</Trans>
        </EmptyState>
      </EmptyList>
    );
  }
  return (
    <div className="space-y-3">
      <List label={t`News`}>
        {loadedNews
          .slice(0, visibleCount)
          .map((news, index) =>
            index === 0 ? (
              <FeaturedNews key={news.uuid} news={news} />
            ) : (
              <NewsRow key={news.uuid} news={news} />
            ),
          )}
      </List>
      {loadedNews.length > visibleCount && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          <Trans>Show older</Trans>
        </Button>
      )}
    </div>
  );
}

/** The latest news item, with a large image. */
function FeaturedNews({ news }: { news: ContentDocument }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const content = contentInLanguage(news, i18n.locale);
  if (!content) return null;
  return (
    <li>
      <LinkSlot
        target={linkTo(paths.newsItem(news.uuid))}
        className="block p-4 -outline-offset-2! hover:bg-surface-sunken"
      >
        {news.media && <ContentPicture src={news.media.l} />}
        <span className="mt-3 block text-title font-semibold break-long">{content.title}</span>
        <span className="mt-1 block text-small text-ink-soft">
          <time dateTime={news.created_at}>{format.date(news.created_at)}</time>
        </span>
      </LinkSlot>
    </li>
  );
}
