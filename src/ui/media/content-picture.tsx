import type { ReactElement } from 'react';
import { useMissingImage } from './use-missing-image.ts';

interface ContentPictureProps {
  src: string;
  /** Puts the picture into something else, such as a button; not called while it is missing. */
  frame?: (image: ReactElement) => ReactElement;
}

/** A picture of news: it only adds to the words beside it, and without a network it may be missing. */
export function ContentPicture({ src, frame }: ContentPictureProps) {
  const { isMissing, onError } = useMissingImage(src);
  if (isMissing) return null;
  const image = (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onError}
      className="aspect-8/5 w-full rounded-card bg-surface-sunken object-cover"
    />
  );
  return frame ? frame(image) : image;
}
