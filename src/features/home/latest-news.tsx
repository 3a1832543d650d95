import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { NewsRow } from '#src/features/news/actions.ts';
import { latestNews } from '#src/features/news/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { List } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Spec 1 §9. */
const SHOWN = 5;

/** The latest news; nothing at all while there are none. */
export function LatestNews() {
  const { t } = useLingui();
  const news = useLiveQuery((account) => latestNews(account, SHOWN), []);
  if (!news || news.length === 0) return null;
  return (
    <Section
      title={<Trans>News</Trans>}
      link={
        <TextLink {...linkTo(paths.news())}>
          <Trans>All news</Trans>
        </TextLink>
      }
    >
      <List label={t`News`}>
        {news.map((item) => (
          <NewsRow key={item.uuid} news={item} />
        ))}
      </List>
    </Section>
  );
}
