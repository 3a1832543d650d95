import { classNames } from '../class-names.ts';
import { pictureInfo, pictureFile, type PictureName } from './picture-files.ts';
import { useState } from 'react';
import { useMissingImage } from './use-missing-image.ts';

interface PictureProps {
  name: PictureName;
  /** Displayed width, as in `img sizes`: `56px`, `(min-width: 56.25rem) 40rem, 108vw`. */
  sizes: string;
  /** Empty if the text next to it says the same thing. */
  alt: string;
  /** Loads lazily; false for images that are visible immediately. */
  isLazy?: boolean;
  /** Classes of the frame, such as `size-14 rounded-control`. */
  className?: string;
}

/**
 * A shipped image in the width that the screen needs, with reserved space. Products and objects are shown on
 * the stage background.
 */
export function Picture({ name, sizes, alt, isLazy = true, className }: PictureProps) {
  const { widths, aspectRatio, isCutOut } = pictureInfo(name);
  const width = widths.at(-1) ?? 0;
  return (
    <span
      className={classNames('block shrink-0 overflow-hidden', isCutOut && 'on-stage', className)}
    >
      <img
        src={pictureFile(name, widths[0] ?? width)}
        srcSet={widths.map((widthPx) => `${pictureFile(name, widthPx)} ${widthPx}w`).join(', ')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={Math.round((width * aspectRatio[1]) / aspectRatio[0])}
        loading={isLazy ? 'lazy' : 'eager'}
        fetchPriority={isLazy ? 'auto' : 'high'}
        decoding="async"
        className="h-auto w-full object-cover"
      />
    </span>
  );
}

interface VendorPictureProps {
  src: string | null | undefined;
  /** Empty if the text next to it says the same thing. */
  alt: string;
  /** Loads lazily; false for images that are visible immediately. */
  isLazy?: boolean;
  /** Classes of the frame, such as `aspect-square w-full`; `rowPictureClass` in a row. */
  className: string;
}

/** Frame classes of an image in a row. */
export const rowPictureClass = 'size-[56px] rounded-control card-line';

/**
 * A vendor's product image on the stage background. Square images fill the frame; others are shown whole with
 * padding. Falls back to an image of a box.
 */
export function VendorPicture({ src, alt, isLazy = true, className }: VendorPictureProps) {
  const { isMissing, onError } = useMissingImage(src);
  const [nonSquareSrc, setNonSquareSrc] = useState<string | null>(null);
  if (!src || isMissing) {
    return <Picture name="products/box" sizes="50vw" alt={alt} className={className} />;
  }
  return (
    <span
      className={classNames('on-stage grid shrink-0 overflow-hidden', className)}
      data-loose={nonSquareSrc === src ? '' : undefined}
    >
      <img
        src={src}
        alt={alt}
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
        onError={onError}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth !== naturalHeight) setNonSquareSrc(src);
        }}
        className="size-full min-h-0 object-contain in-data-loose:p-[12%]"
      />
    </span>
  );
}
