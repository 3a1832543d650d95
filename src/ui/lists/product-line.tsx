import type { ReactNode } from 'react';
import { Facts } from './facts.tsx';
import { ListRow } from './list-row.tsx';
import { rowPictureClass, VendorPicture } from '../media/vendor-picture.tsx';

interface ProductLineProps {
  image: string | null;
  name: string;
  /** Which of its kinds; empty where there is only one. */
  kind: string;
  /** How many, and for how much each; empty of one. */
  count: string;
  /** What that comes to. */
  total?: ReactNode;
}

/** A product among others that were or are to be ordered: an item of a list. */
export function ProductLine({ image, name, kind, count, total }: ProductLineProps) {
  return (
    <ListRow
      thumbnail={<VendorPicture src={image} alt="" className={rowPictureClass} />}
      title={name}
      meta={
        <span className="tnum">
          <Facts facts={[kind, count]} />
        </span>
      }
      number={total}
    />
  );
}
