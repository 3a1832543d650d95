import type { Box, Part } from './parts.ts';

/** How much room a block has: a share of its sizes, and the most lines of each of its texts. */
export interface Room {
  readonly width: number;
  readonly scale: number;
  readonly mostLines: number;
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
  let placed: readonly { readonly top: number; readonly what: Placed }[] = [];
  let height = 0;
  search: for (const mostLines of lineLimits) {
    for (const scale of scales) {
      ({ placed, height } = stack(blocks, { width: box.width, scale, mostLines }));
      if (height <= box.height) break search;
    }
  }
  const free = Math.max(0, box.height - height);
  const shift = { top: 0, middle: free / 2, bottom: free }[anchor];
  return placed.flatMap(({ top, what }) => what.parts(box.x, box.y + shift + top));
}

function stack(blocks: readonly Block[], room: Room) {
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
