import { Trans } from '@lingui/react/macro';
import type { ContentDocument } from '#schemas/content.ts';
import { useFormat } from '#src/data/text/format.ts';

type Dated = Pick<ContentDocument, 'created_at' | 'updated_at'>;

/** The day of a piece of news, which is what lists sort by; with the day it was last changed, where that is another. */
export function NewsDates({ news: { created_at, updated_at } }: { news: Dated }) {
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
