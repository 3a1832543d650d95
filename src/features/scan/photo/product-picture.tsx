import { classNames } from '#src/ui/class-names.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { productPicture } from '#src/ui/media/picture-files.ts';

interface ProductPictureProps {
  /** The letters of its label, such as `GGL`; empty where they are not known yet. */
  type: string;
  /** `large` for the one product that is asked about. */
  size?: 'small' | 'large';
}

/** What kind of product it is, beside the words that say so. On the device with the app. */
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
