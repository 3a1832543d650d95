import { brand } from '#src/brand.ts';
import { textBlock } from './blocks.ts';
import { column } from './column.ts';
import type { PieceContent } from './content.ts';
import type { Inks } from './paper.ts';
import type { Box, Part } from './parts.ts';

/**
 * The manufacturer's mark and name. Beside an installer's own logo they stand alone; without one they
 * recommend the installer (spec 2 §4).
 */
export function brandLockup(content: PieceContent, box: Box, inks: Inks): Part[] {
  const { height } = box;
  const isRecommended = content.brandLogo === 'recommended';
  const side = isRecommended ? height : height * 0.8;
  const mark = { x: box.x, y: box.y + (height - side) / 2, width: side, height: side };
  const start = side + height * 0.22;
  const text = { ...box, x: box.x + start, width: box.width - start };
  const words = (said: string) => ({ text: said, isPlaceholder: false });
  const common = { mostLines: 1, leastSize: height * 0.14, faint: inks.faint };
  return [
    { kind: 'mark', box: mark },
    ...column(
      text,
      [
        textBlock(words(isRecommended ? content.words.recommended : ''), {
          ...common,
          size: height * 0.29,
          fill: inks.soft,
        }),
        textBlock(
          words(brand.manufacturer),
          { ...common, size: height * 0.44, weight: 'bold', fill: inks.strong },
          0,
        ),
      ],
      'middle',
    ),
  ];
}
