import type { Box, Part } from './parts.ts';

/** How much room a block has: a share of its sizes, and the most lines of each of its texts. */
export interface Room {
  readonly width: number;
  readonly scale: number;
  readonly maxLines: number;
}

/** Something of a column, as high as it then is. Null where it has nothing to show. */
export interface Block {
  /** Above it, unless it is the first. */
  readonly gap: number;
  readonly place: (room: Room) => Placed | null;
}

export interface Placed {
  readonly height: number;
  readonly parts: (x: number, y: number) => readonly Part[];
}

const scales = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52];
/** A text's own limit first; where it takes too much, fewer lines. */
const lineLimits = [9, 3, 2, 1];

/**
 * Blocks under each other, from the top of the box or up from its bottom. Where they are too high, all of
 * them become smaller, and if that is not enough, shorter.
 */
export function column(
  box: Box,
  blocks: readonly Block[],
  anchor: 'top' | 'middle' | 'bottom' = 'top',
): Part[] {
  const { placed, height } = inRoom(box, (room) => stack(blocks, room));
  const free = Math.max(0, box.height - height);
  const shift = { top: 0, middle: free / 2, bottom: free }[anchor];
  return partsOf(placed, box.x, box.y + shift);
}

/** Two groups of blocks that share a box: one from its top, one up from its bottom, as they need it. */
export function spread(
  box: Box,
  [top, bottom]: readonly [readonly Block[], readonly Block[]],
  between: number,
): Part[] {
  const both = inRoom(box, (room) => {
    const [upper, lower] = [stack(top, room), stack(bottom, room)];
    return { upper, lower, height: upper.height + between + lower.height };
  });
  const foot = box.y + box.height - both.lower.height;
  return [...partsOf(both.upper.placed, box.x, box.y), ...partsOf(both.lower.placed, box.x, foot)];
}

/** The largest that fits; where nothing does, the smallest. */
function inRoom<S extends { readonly height: number }>(
  { width, height }: Box,
  place: (room: Room) => S,
): S {
  let smallest: S | undefined;
  for (const maxLines of lineLimits) {
    for (const scale of scales) {
      smallest = place({ width, scale, maxLines });
      if (smallest.height <= height) return smallest;
    }
  }
  return smallest ?? place({ width, scale: 1, maxLines: 1 });
}

interface Stack {
  readonly placed: readonly { readonly top: number; readonly what: Placed }[];
  readonly height: number;
}

function partsOf(placed: Stack['placed'], x: number, y: number): Part[] {
  return placed.flatMap(({ top, what }) => what.parts(x, y + top));
}

function stack(blocks: readonly Block[], room: Room): Stack {
  const placed: { top: number; what: Placed }[] = [];
  let height = 0;
  for (const { gap, place } of blocks) {
    const what = place(room);
    if (what === null) continue;
    const top = height === 0 ? 0 : height + gap * room.scale;
    placed.push({ top, what });
    height = top + what.height;
  }
  return { placed, height };
}
