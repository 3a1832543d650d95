import { Image } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface FramedPictureProps {
  src: string | null | undefined;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** Stands in, quietly, while there is no picture, or where it can't be had. */
  icon?: ReactNode;
  /** Whether it is fetched only when it comes near: off for what is in sight at once. */
  isLazy?: boolean;
  /** The frame's own shape, such as `aspect-4/3 w-full rounded-card`. */
  className: string;
}

/** A picture whole in its frame, which keeps its place when there is none. */
export function FramedPicture(props: FramedPictureProps) {
  const { src, alt, icon = <Image />, isLazy = true, className } = props;
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden bg-surface-sunken text-ink-soft [&_svg]:size-8',
        className,
      )}
    >
      {src && src !== missing ? (
        <img
          src={src}
          alt={alt}
          loading={isLazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={() => setMissing(src)}
          className="size-full min-h-0 object-cover"
        />
      ) : (
        icon
      )}
    </span>
  );
}
