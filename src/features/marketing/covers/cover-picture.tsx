import type { SVGProps } from 'react';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import { coversOf } from './cover-list.tsx';

interface CoverPictureProps extends Pick<
  SVGProps<SVGSVGElement>,
  'className' | 'x' | 'y' | 'width' | 'height'
> {
  type: MarketingType;
  /** Of a flyer. */
  subtype: FlyerSubtype | null;
  /** Counted from 0; of what there is not, the first is shown. */
  position: number;
}

/**
 * One cover, 5:4; in a box of another shape its edges are left out. Decorative: what it shows is said by
 * its name in `coversOf`.
 */
export function CoverPicture({ type, subtype, position, ...frame }: CoverPictureProps) {
  const covers = coversOf(type, subtype);
  const cover = covers[position] ?? covers[0];
  if (!cover) return null;
  return (
    <svg
      viewBox="0 0 300 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block aspect-5/4 w-full"
      {...frame}
    >
      <cover.Scene />
    </svg>
  );
}
