import { useMissing } from './missing-picture.ts';

/** A picture of news: it only adds to the words beside it, and without a network it may be missing. */
export function ContentPicture({ src }: { src: string }) {
  const { isMissing, onError } = useMissing(src);
  if (isMissing) return null;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onError}
      className="aspect-8/5 w-full rounded-card bg-surface-sunken object-cover"
    />
  );
}
