import type { Box, Part } from './parts.ts';

/** Space for a block: width, scale and maximum lines per text. */
interface Room {
  readonly width: number;
  readonly scale: number;
  readonly maxLines: number;
}

/** A block of a column. `place` returns its size and parts, or null if it is empty. */
export interface Block {
  /** Gap above, unless first. */
  readonly gap: number;
  readonly place: (room: Room) => Placed | null;
}

interface Placed {
  readonly height: number;
  readonly parts: (x: number, y: number) => readonly Part[];
}

const scales = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52];
/** Maximum lines to try: the text's own limit first, then fewer. */
const lineLimits = [9, 3, 2, 1];

/** Stacks blocks in a box. If they are too high, scales all of them down, then cuts lines. */
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

/** Stacks two groups in one box, from the top and from the bottom. */
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

/** Returns the largest layout that fits, or the smallest one. */
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
