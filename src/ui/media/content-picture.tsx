import type { ReactElement } from 'react';
import { useMissingImage } from './use-missing-image.ts';

interface ContentPictureProps {
  src: string;
  /** Omitted for a decorative image. */
  alt?: string;
  /** Wraps the image, for example in a button; not called if the image is missing. */
  frame?: (image: ReactElement) => ReactElement;
}

/** Image of news or a tutorial; hidden if it can't be loaded. */
export function ContentPicture({ src, alt = '', frame }: ContentPictureProps) {
  const { isMissing, onError } = useMissingImage(src);
  if (isMissing) return null;
  const image = (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={onError}
      className="aspect-8/5 w-full rounded-card bg-surface-sunken object-cover"
    />
  );
  return frame ? frame(image) : image;
}
