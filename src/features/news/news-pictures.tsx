import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentDocument } from '#schemas/content.ts';
import { EnlargeButton, EnlargedPictures } from '#src/features/listing/enlarged-pictures.tsx';
import { ContentPicture } from '#src/ui/content-picture.tsx';

interface NewsPicturesProps {
  news: ContentDocument;
  /** The text, which stands between the first picture and the others. */
  children: ReactNode;
}

/** The pictures of news, each of which can be enlarged. */
export function NewsPictures({ news, children }: NewsPicturesProps) {
  const { t } = useLingui();
  const sources = [
    ...(news.media ? [{ id: 'media', src: news.media.l }] : []),
    ...news.other_images.map(({ uuid, l }) => ({ id: uuid, src: l })),
  ];
  const count = sources.length;
  const pictures = sources.map((picture, at) => {
    const number = at + 1;
    return { ...picture, alt: t`Picture ${number} of ${count}` };
  });
  const first = news.media ? 1 : 0;
  return (
    <EnlargedPictures group="news" pictures={pictures}>
      {(open) => {
        const shown = pictures.map((picture, at) => (
          <ContentPicture
            key={picture.id}
            src={picture.src}
            frame={(image) => (
              <EnlargeButton label={t`Enlarge: ${picture.alt}`} onPress={() => open(at)}>
                {image}
              </EnlargeButton>
            )}
          />
        ));
        return (
          <>
            {shown.slice(0, first)}
            {children}
            {count > first && <div className="grid grid-cols-2 gap-3">{shown.slice(first)}</div>}
          </>
        );
      }}
    </EnlargedPictures>
  );
}
