import { brand } from '#brand';
import { textBlock, type TextLook } from './blocks.ts';
import { column } from './column.ts';
import type { PrintContent } from './content.ts';
import type { Inks } from './paper.ts';
import type { Box, Part } from './parts.ts';
import { fitText, textWidth } from './text-fit.ts';

/**
 * The manufacturer's logo and name; without an installer's logo, with a recommendation (spec 2 §4).
 * @param align side of the box
 */
export function brandLockup(
  content: PrintContent,
  box: Box,
  inks: Inks,
  align: 'start' | 'end' = 'start',
): Part[] {
  const { height } = box;
  const isRecommended = content.brandLogo === 'recommended';
  const side = isRecommended ? height : height * 0.8;
  const start = side + height * 0.22;
  const most = box.width - start;
  const common = { maxLines: 1, minSize: height * 0.14, faint: inks.faint };
  const lines: readonly { readonly text: string; readonly look: TextLook }[] = [
    {
      text: isRecommended ? content.words.recommended : '',
      look: { ...common, size: height * 0.29, fill: inks.soft },
    },
    {
      text: brand.manufacturer,
      look: { ...common, size: height * 0.44, weight: 'bold', fill: inks.strong },
    },
  ];
  const width = Math.min(
    most,
    Math.max(
      ...lines.map(({ text, look }) => {
        const { lines: set, size } = fitText(text, most, look);
        return textWidth(set[0] ?? '', size, look.weight);
      }),
    ) * 1.001,
  );
  const x = align === 'start' ? box.x : box.x + box.width - start - width;
  return [
    { kind: 'mark', box: { x, y: box.y + (height - side) / 2, width: side, height: side } },
    ...column(
      { ...box, x: x + start, width },
      lines.map(({ text, look }) => textBlock({ text, isPlaceholder: false }, look)),
      'middle',
    ),
  ];
}
