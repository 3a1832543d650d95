import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { useMissingImage } from './use-missing-image.ts';
import { Picture } from './picture.tsx';

interface VendorPictureProps {
  src: string | null | undefined;
  /** Empty if the text beside it says the same. */
  alt: string;
  /** Loads lazily; off for pictures visible at once. */
  isLazy?: boolean;
  /** Classes of the frame, such as `aspect-square w-full`; `rowPictureClass` in a row. */
  className: string;
}

/** Frame classes of a picture in a row. */
export const rowPictureClass = 'size-[56px] rounded-control card-line';

/**
 * A vendor's product picture on the stage background. Square pictures fill the frame; others are shown
 * whole with padding. Falls back to the box.
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
