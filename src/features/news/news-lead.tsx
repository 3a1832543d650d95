import { useLingui } from '@lingui/react/macro';
import { contentIn, type ContentDocument } from '#schemas/content.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';
import { LinkSlot } from '#src/ui/link-target.tsx';

/** The latest of the news: it begins their list with its picture. */
export function NewsLead({ news }: { news: ContentDocument }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const words = contentIn(news, i18n.locale);
  if (!words) return null;
  return (
    <li>
      <LinkSlot
        target={linkTo(paths.newsItem(news.uuid))}
        className="block p-4 -outline-offset-2! hover:bg-surface-sunken"
      >
        {news.media && <ContentPicture src={news.media.l} />}
        <span className="mt-3 block text-title font-semibold break-long">{words.title}</span>
        <span className="mt-1 block text-small text-ink-soft">
          <time dateTime={news.created_at}>{format.date(news.created_at)}</time>
        </span>
      </LinkSlot>
    </li>
  );
}
