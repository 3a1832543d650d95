import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { useMissingImage } from './use-missing-image.ts';
import { Picture } from './picture.tsx';

interface VendorPictureProps {
  src: string | null | undefined;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** Whether it is fetched only when it comes near: off for what is in sight at once. */
  isLazy?: boolean;
  /** The frame's own shape, such as `aspect-square w-full`; `rowPicture` in a row. */
  className: string;
}

/** The frame of a picture in a row. */
export const rowPictureClass = 'size-[56px] rounded-control card-line';

/**
 * A vendor's picture of a good on the stage, where every good stands on the same ground. A square one is made for
 * that and fills its frame; any other is whole, with room around it. Without one there is the box that it comes in.
 */
export function VendorPicture({ src, alt, isLazy = true, className }: VendorPictureProps) {
  const { isMissing, onError } = useMissingImage(src);
  const [loose, setLoose] = useState<string | null>(null);
  if (!src || isMissing) {
    return <Picture name="products/box" sizes="50vw" alt={alt} className={className} />;
  }
  return (
    <span
      className={classNames('on-stage grid shrink-0 overflow-hidden', className)}
      data-loose={loose === src ? '' : undefined}
    >
      <img
        src={src}
        alt={alt}
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
        onError={onError}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth !== naturalHeight) setLoose(src);
        }}
        className="size-full min-h-0 object-contain in-data-loose:p-[12%]"
      />
    </span>
  );
}
