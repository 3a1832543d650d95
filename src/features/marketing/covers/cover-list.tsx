import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FunctionComponent, SVGProps } from 'react';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import * as flyers from './flyer-scenes.tsx';
import * as large from './large-scenes.tsx';

/** A cover image, 300 × 240, and its name. */
export interface Cover {
  readonly Scene: FunctionComponent;
  readonly name: MessageDescriptor;
}

const flyerCovers: Readonly<Record<FlyerSubtype, readonly Cover[]>> = {
  services: [
    { Scene: flyers.RoofByDay, name: msg`A roof with four windows by day` },
    { Scene: flyers.LivingRoom, name: msg`A living room in the attic` },
    { Scene: flyers.RoofAtDusk, name: msg`Lit roof windows at dusk` },
    { Scene: flyers.HouseInSpring, name: msg`A house among trees` },
    { Scene: flyers.Bedroom, name: msg`A bedroom in the attic` },
    { Scene: flyers.FlatRoofInTown, name: msg`A flat roof over the town` },
    { Scene: flyers.RoofInWinter, name: msg`A roof under snow` },
  ],
  electric: [
    { Scene: flyers.RainSensor, name: msg`Windows that close when it rains` },
    { Scene: flyers.WindowByPhone, name: msg`A window opened by phone` },
    { Scene: flyers.BlindsAtNight, name: msg`Electric blinds at night` },
  ],
  replacement: [
    { Scene: flyers.RoofBeforeAndAfter, name: msg`An old window and a new one` },
    { Scene: flyers.RoomBeforeAndAfter, name: msg`A dark room and a bright one` },
    { Scene: flyers.WindowBeingHoisted, name: msg`A window on its way to the roof` },
    { Scene: flyers.FlashingCloseUp, name: msg`A new window with its flashing` },
    { Scene: flyers.RenewedHouse, name: msg`A house in the evening sun` },
  ],
  dsp: [{ Scene: flyers.LightAndShade, name: msg`Windows with a blind, an awning and a shutter` }],
};

const bannerCovers: readonly Cover[] = [
  { Scene: large.RedRoof, name: msg`A red roof in the sun` },
  { Scene: large.PlayRoom, name: msg`A playroom in the attic` },
  { Scene: large.TownAtDusk, name: msg`Roofs of a town at dusk` },
  { Scene: large.KitchenUnderTheRoof, name: msg`A kitchen in the attic` },
  { Scene: large.HomeOffice, name: msg`A desk under a roof window` },
  { Scene: large.HousesInTheMorning, name: msg`Houses in the morning` },
];

const billboardCovers: readonly Cover[] = [
  { Scene: large.OneLargeWindow, name: msg`One large window and its light` },
  { Scene: large.RoofAtNight, name: msg`Lit roof windows at night` },
  { Scene: large.FlatRoofAtDusk, name: msg`A lit window in a flat roof` },
  { Scene: large.BathUnderTheStars, name: msg`A bath under the stars` },
  { Scene: large.HouseInTheSnow, name: msg`A house in the mountains` },
];

/**
 * Returns the covers to choose from, by position. Their number is `coverCount`.
 * @param subtype topic of a flyer; ignored for other types
 */
export function coversOf(type: MarketingType, subtype: FlyerSubtype | null): readonly Cover[] {
  if (type === 'flyer') return subtype === null ? [] : flyerCovers[subtype];
  if (type === 'banner') return bannerCovers;
  return type === 'billboard' ? billboardCovers : [];
}

interface CoverPictureProps extends Pick<
  SVGProps<SVGSVGElement>,
  'className' | 'x' | 'y' | 'width' | 'height'
> {
  type: MarketingType;
  /** Flyers only. */
  subtype: FlyerSubtype | null;
  /** Zero-based; the first cover is shown if it's out of range. */
  position: number;
}

/**
 * A cover with an aspect ratio of 5:4, cropped to its box. It's hidden from screen readers, which use the name
 * from `coversOf`.
 */
export function CoverPicture({ type, subtype, position, ...svgProps }: CoverPictureProps) {
  const covers = coversOf(type, subtype);
  const cover = covers[position] ?? covers[0];
  if (!cover) return null;
  return (
    <svg
      viewBox="0 0 300 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block aspect-5/4 w-full"
      {...svgProps}
    >
      <cover.Scene />
    </svg>
  );
}
