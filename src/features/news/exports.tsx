/** News features that other features may use. */
import { useLingui } from '@lingui/react/macro';
import { Newspaper } from 'lucide-react';
import { contentInLanguage, type ContentDocument } from '#schemas/content.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useFormat } from '#src/data/text/format.ts';
import { ListRow } from '#src/ui/lists/list.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';

/** A news item in a list: image, title, date. */
export function NewsRow({ news }: { news: ContentDocument }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const content = contentInLanguage(news, i18n.locale);
  if (!content) return null;
  return (
    <ListRow
      thumbnail={<Thumbnail src={news.media?.s} alt="" icon={<Newspaper />} />}
      title={<span className="line-clamp-2">{content.title}</span>}
      meta={<time dateTime={news.created_at}>{format.date(news.created_at)}</time>}
      {...linkTo(paths.newsItem(news.uuid))}
    />
  );
}
