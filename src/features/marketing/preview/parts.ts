import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import type { Weight } from './letter-widths.ts';
import type { FittedText } from './text-fit.ts';

/** A rectangle in millimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Corner = readonly [x: number, y: number];
export type ContactIcon = 'phone' | 'mail' | 'web' | 'place';

/** Text lines, from the top of the box. */
export interface TextPart {
  readonly kind: 'text';
  readonly box: Box;
  readonly fitted: FittedText;
  readonly weight: Weight;
  readonly lineHeight: number;
  readonly fill: string;
  readonly align: 'start' | 'end';
}

/** Elements of a side. Only backgrounds and pictures overlap. */
export type Part =
  | { readonly kind: 'ground'; readonly corners: readonly Corner[]; readonly fill: string }
  | { readonly kind: 'tile'; readonly box: Box; readonly fill: string; readonly isFaint?: boolean }
  | {
      readonly kind: 'cover';
      readonly box: Box;
      readonly corners: readonly Corner[];
      readonly type: MarketingType;
      readonly subtype: FlyerSubtype | null;
      readonly position: number;
    }
  | TextPart
  | { readonly kind: 'service'; readonly box: Box; readonly id: string; readonly fill: string }
  | {
      readonly kind: 'contact';
      readonly box: Box;
      readonly id: ContactIcon;
      readonly fill: string;
    }
  | { readonly kind: 'mark'; readonly box: Box }
  | {
      readonly kind: 'logo';
      readonly box: Box;
      readonly href: string;
      readonly align: 'start' | 'middle' | 'end';
    }
  | { readonly kind: 'qr'; readonly box: Box; readonly href: string };

/** A printed side; parts in drawing order. */
export interface Side {
  readonly id: 'front' | 'back';
  readonly parts: readonly Part[];
}

export function cornersOf({ x, y, width, height }: Box): readonly Corner[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** Shrinks a box by the same amount on all sides. */
export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}
