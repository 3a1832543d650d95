import type { ReactNode } from 'react';
import { Facts } from './detail-list.tsx';
import { ListRow } from './list.tsx';
import { rowPictureClass, VendorPicture } from '../media/picture.tsx';

interface ProductLineProps {
  image: string | null;
  name: string;
  /** Variant; empty if there is only one. */
  variant: string;
  /** Quantity and unit price; empty for a single item. */
  quantityText: string;
  /** Total price. */
  total?: ReactNode;
}

/** A product row of a cart or order. */
export function ProductLine({ image, name, variant, quantityText, total }: ProductLineProps) {
  return (
    <ListRow
      thumbnail={<VendorPicture src={image} alt="" className={rowPictureClass} />}
      title={name}
      meta={
        <span className="tnum">
          <Facts facts={[variant, quantityText]} />
        </span>
      }
      number={total}
    />
  );
}
