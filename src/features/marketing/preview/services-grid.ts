import { textBlock } from './blocks.ts';
import { column } from './column.ts';
import type { PrintText } from './content.ts';
import { type Inks } from './paper.ts';
import { type Box, inset, type Part } from './parts.ts';
import { fitText, type TextStyle } from './text-fit.ts';

interface Grid {
  readonly box: Box;
  readonly columns: number;
  /** Between cells. */
  readonly gap: number;
  /** Side of the icon's tile. */
  readonly tile: number;
  readonly text: Pick<TextStyle, 'size' | 'minSize'>;
  readonly inks: Inks;
  /** Tile colour. */
  readonly ground: string;
  /** Icon colour; default: the text's. */
  readonly icon?: string;
}

/** Services with icons in a grid of equal rows. */
export function servicesGrid(
  services: readonly { readonly words: PrintText; readonly icon: string }[],
  grid: Grid,
): Part[] {
  const { box, columns, gap, tile, text, inks } = grid;
  const rows = Math.max(1, Math.ceil(services.length / columns));
  const width = (box.width - gap * (columns - 1)) / columns;
  const height = Math.min((box.height - gap * (rows - 1)) / rows, tile * 1.5);
  const start = tile * 1.32;
  const look = { ...text, maxLines: 3, weight: 'bold' } as const;
  // One size for all: that of the longest.
  const fitted = services.map(({ words }) => fitText(words.text, width - start, look).size);
  const size = Math.min(text.size, ...fitted);
  return services.flatMap(({ words, icon }, at): Part[] => {
    const x = box.x + (at % columns) * (width + gap);
    const y = box.y + Math.floor(at / columns) * (height + gap);
    const square = { x, y: y + (height - tile) / 2, width: tile, height: tile };
    return [
      { kind: 'tile', box: square, fill: grid.ground, isFaint: words.isPlaceholder },
      {
        kind: 'service',
        box: inset(square, tile * 0.2),
        id: icon,
        fill: grid.icon ?? inks.strong,
      },
      ...column(
        { x: x + start, y, width: width - start, height },
        [
          textBlock(words, {
            ...look,
            size,
            lineHeight: 1.22,
            fill: inks.strong,
            faint: inks.faint,
          }),
        ],
        'middle',
      ),
    ];
  });
}
