import { classNames } from '../class-names.ts';
import { pictureInfo, pictureFile, type PictureName } from './picture-files.ts';

interface PictureProps {
  name: PictureName;
  /** How wide it is shown, as `sizes` of an `img`: `56px`, `(min-width: 56.25rem) 40rem, 108vw`. */
  sizes: string;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** Whether it is fetched only when it comes near: off for what is in sight at once. */
  isLazy?: boolean;
  /** The frame's own shape, such as `size-14 rounded-control`. */
  className?: string;
}

/**
 * A picture that comes with the app, in the width that the screen needs. Its place has its shape before
 * it is there. A product or a thing stands on the stage, on which every one of them looks alike.
 */
export function Picture({ name, sizes, alt, isLazy = true, className }: PictureProps) {
  const { widths, shape, isThing } = pictureInfo(name);
  const width = widths.at(-1) ?? 0;
  return (
    <span
      className={classNames('block shrink-0 overflow-hidden', isThing && 'on-stage', className)}
    >
      <img
        src={pictureFile(name, widths[0] ?? width)}
        srcSet={widths.map((one) => `${pictureFile(name, one)} ${one}w`).join(', ')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={Math.round((width * shape[1]) / shape[0])}
        loading={isLazy ? 'lazy' : 'eager'}
        fetchPriority={isLazy ? 'auto' : 'high'}
        decoding="async"
        className="h-auto w-full object-cover"
      />
    </span>
  );
}
