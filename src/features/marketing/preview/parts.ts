import { brand } from '#brand';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import type { Weight, FittedText } from './text-fit.ts';

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
  readonly fittedText: FittedText;
  readonly weight: Weight;
  readonly lineHeight: number;
  readonly fill: string;
  readonly align: 'start' | 'end';
}

/** An element of a printed side. Apart from backgrounds and images, elements don't overlap. */
export type Part =
  | { readonly kind: 'polygon'; readonly corners: readonly Corner[]; readonly fill: string }
  | {
      readonly kind: 'rounded';
      readonly box: Box;
      readonly fill: string;
      readonly isFaint?: boolean;
    }
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

/** A printed side, with its parts in drawing order. */
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
export function inset({ x, y, width, height }: Box, distance: number): Box {
  return {
    x: x + distance,
    y: y + distance,
    width: width - 2 * distance,
    height: height - 2 * distance,
  };
}

/** Space for a block: width, scale and maximum lines per text. */
interface BlockSpace {
  readonly width: number;
  readonly scale: number;
  readonly maxLines: number;
}

/** A block of a column. `place` returns the block's height and parts, or null if the block is empty. */
export interface Block {
  /** Gap above; ignored for the first block. */
  readonly gap: number;
  readonly place: (space: BlockSpace) => BlockLayout | null;
}

interface BlockLayout {
  readonly height: number;
  readonly parts: (x: number, y: number) => readonly Part[];
}

const scales = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52];
/** Maximum numbers of lines to try; a text may have a lower limit. */
const lineLimits = [9, 3, 2, 1];

/**
 * Stacks blocks in a box. If together they are too tall, all of them are scaled down. If that isn't enough, their texts
 * also get fewer lines.
 */
export function column(
  box: Box,
  blocks: readonly Block[],
  anchor: 'top' | 'middle' | 'bottom' = 'top',
): Part[] {
  const { layouts, height } = fitIntoBox(box, (space) => stack(blocks, space));
  const freeHeight = Math.max(0, box.height - height);
  const shift = { top: 0, middle: freeHeight / 2, bottom: freeHeight }[anchor];
  return partsOf(layouts, box.x, box.y + shift);
}

/** Stacks two groups of blocks in one box, one at its top and the other at its bottom. */
export function spread(
  box: Box,
  [top, bottom]: readonly [readonly Block[], readonly Block[]],
  gap: number,
): Part[] {
  const stacks = fitIntoBox(box, (space) => {
    const [upper, lower] = [stack(top, space), stack(bottom, space)];
    return { upper, lower, height: upper.height + gap + lower.height };
  });
  const bottomY = box.y + box.height - stacks.lower.height;
  return [
    ...partsOf(stacks.upper.layouts, box.x, box.y),
    ...partsOf(stacks.lower.layouts, box.x, bottomY),
  ];
}

/** Returns the largest layout that fits, or the smallest one if none fits. */
function fitIntoBox<S extends { readonly height: number }>(
  { width, height }: Box,
  place: (space: BlockSpace) => S,
): S {
  let smallestLayout: S | undefined;
  for (const maxLines of lineLimits) {
    for (const scale of scales) {
      smallestLayout = place({ width, scale, maxLines });
      if (smallestLayout.height <= height) return smallestLayout;
    }
  }
  return smallestLayout ?? place({ width, scale: 1, maxLines: 1 });
}

interface Stack {
  readonly layouts: readonly { readonly top: number; readonly layout: BlockLayout }[];
  readonly height: number;
}

function partsOf(layouts: Stack['layouts'], x: number, y: number): Part[] {
  return layouts.flatMap(({ top, layout }) => layout.parts(x, y + top));
}

function stack(blocks: readonly Block[], space: BlockSpace): Stack {
  const layouts: { top: number; layout: BlockLayout }[] = [];
  let height = 0;
  for (const { gap, place } of blocks) {
    const layout = place(space);
    if (layout === null) continue;
    const top = height === 0 ? 0 : height + gap * space.scale;
    layouts.push({ top, layout });
    height = top + layout.height;
  }
  return { layouts, height };
}

/** Print colours, independent of the app's theme. */
export const paper = {
  white: '#ffffff',
  plaster: '#f4f3f0',
  slate: '#1f2937',
  /** Background of icons on slate. */
  slateLight: '#37445a',
  ink: '#1a2230',
  inkSoft: '#535c6b',
  onSlate: '#ffffff',
  onSlateSoft: '#c9d1dc',
  skySoft: '#dbecfa',
  skyInk: '#1d5f96',
  /** The brand's accent. */
  accent: brand.colour.hex,
  /** Placeholders on white and on slate. */
  faint: '#8a92a0',
  onSlateFaint: '#8f9bad',
} as const;

/** Text colours on one background. */
export interface Inks {
  readonly strong: string;
  readonly soft: string;
  readonly faint: string;
  /** Small icons next to a line. */
  readonly icon: string;
}

export const onWhite: Inks = {
  strong: paper.ink,
  soft: paper.inkSoft,
  faint: paper.faint,
  icon: paper.accent,
};

export const onSlate: Inks = {
  strong: paper.onSlate,
  soft: paper.onSlateSoft,
  faint: paper.onSlateFaint,
  icon: paper.onSlateSoft,
};
