import type { SVGProps } from 'react';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import { coversOf } from './cover-list.tsx';

interface CoverPictureProps extends Pick<
  SVGProps<SVGSVGElement>,
  'className' | 'x' | 'y' | 'width' | 'height'
> {
  type: MarketingType;
  /** Flyers only. */
  subtype: FlyerSubtype | null;
  /** From 0; out of range shows the first. */
  position: number;
}

/** A cover, 5:4, cropped to its box. Decorative: `coversOf` has its name. */
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
