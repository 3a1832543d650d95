import { classNames } from '#src/ui/class-names.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { productPicture } from '#src/ui/media/picture-files.ts';

interface ProductPictureProps {
  /** Type on the label, such as `GGL`; empty if unknown. */
  type: string;
  /** `large` for a single product. */
  size?: 'small' | 'large';
}

/** Decorative picture of the product family. Precached with the app. */
export function ProductPicture({ type, size = 'small' }: ProductPictureProps) {
  return (
    <Picture
      name={productPicture(type)}
      sizes={size === 'small' ? '56px' : '112px'}
      alt=""
      className={classNames(
        'rounded-control card-line',
        size === 'small' ? 'size-[56px]' : 'size-28',
      )}
    />
  );
}
