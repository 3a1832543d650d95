import { Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useMissingImage } from './use-missing-image.ts';

interface ThumbnailProps {
  src?: string | undefined;
  /** Empty if the text next to it says the same thing. */
  alt: string;
  /** Shown if there is no image. */
  icon?: ReactNode;
  size?: 'small' | 'large';
}

/** A small square image, or an icon if it's missing or can't be loaded. */
export function Thumbnail({ src, alt, icon = <Image />, size = 'small' }: ThumbnailProps) {
  const { isMissing, onError } = useMissingImage(src);
  const hasPicture = Boolean(src) && !isMissing;
  const className = classNames(
    'grid shrink-0 place-items-center overflow-hidden rounded-control card-line',
    hasPicture ? 'bg-stage' : 'bg-surface-sunken text-ink-soft',
    size === 'small' ? 'size-[56px] [&_svg]:size-6' : 'size-20 [&_svg]:size-8',
  );
  if (!hasPicture) return <span className={className}>{icon}</span>;
  return (
    <span className={className}>
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={onError}
        className="size-full object-cover mix-blend-multiply"
      />
    </span>
  );
}
