import { useState } from 'react';

/** A picture that only adds to the words beside it; without a network it may be missing. */
export function Picture({ src }: { src: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setIsMissing(true)}
      className="aspect-4/3 w-full rounded-card bg-surface-sunken object-cover"
    />
  );
}
