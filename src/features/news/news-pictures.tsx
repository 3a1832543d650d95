import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentDocument } from '#schemas/content.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';

interface NewsPicturesProps {
  news: ContentDocument;
  /** The text between the first picture and the others. */
  children: ReactNode;
}

/** Pictures of a news item; each can be enlarged. */
export function NewsPictures({ news, children }: NewsPicturesProps) {
  const { t } = useLingui();
  const sources = [
    ...(news.media ? [{ id: 'media', src: news.media.l }] : []),
    ...news.other_images.map(({ uuid, l }) => ({ id: uuid, src: l })),
  ];
  const of = sources.length;
  const pictures = sources.map((picture, at) => {
    const number = at + 1;
    return { ...picture, alt: t`Picture ${number} of ${of}` };
  });
  const first = news.media ? 1 : 0;
  return (
    <EnlargedPictures group="news" pictures={pictures}>
      {(open) => {
        const shown = pictures.map(({ id, src, alt }, at) => (
          <ContentPicture
            key={id}
            src={src}
            frame={(image) => (
              <EnlargeButton label={t`Enlarge: ${alt}`} onPress={() => open(at)}>
                {image}
              </EnlargeButton>
            )}
          />
        ));
        return (
          <>
            {shown.slice(0, first)}
            {children}
            {of > first && <div className="grid grid-cols-2 gap-3">{shown.slice(first)}</div>}
          </>
        );
      }}
    </EnlargedPictures>
  );
}
