import { contactBlocks, iconLine, logoBlock, qrParts, textBlock } from './blocks.ts';
import { brandLockup } from './brand-lockup.ts';
import { column } from './column.ts';
import { type PieceContent, textsOf } from './content.ts';
import { onSlate, onWhite, paper } from './paper.ts';
import { cornersOf, type Side } from './parts.ts';

/** For a van (300 × 100 mm): the name, and a number that can be read while it goes by. */
export function sticker(content: PieceContent): Side[] {
  const { company, person, phone, short, long } = textsOf(content);
  const white = { weight: 'bold', fill: onSlate.strong, faint: onSlate.faint } as const;
  const ink = { fill: onWhite.strong, faint: onWhite.faint } as const;
  const brandAt = content.brandLogo === 'default' ? 236 : 222;
  const [, mail, web, place] = contactBlocks(content, onWhite, {
    size: 7.4,
    leastSize: 5,
    gap: 2,
  });
  return [
    {
      id: 'front',
      parts: [
        {
          kind: 'ground',
          corners: cornersOf({ x: 0, y: 0, width: 300, height: 100 }),
          fill: paper.white,
        },
        {
          kind: 'ground',
          corners: [
            [0, 0],
            [115, 0],
            [93.7, 100],
            [0, 100],
          ],
          fill: paper.slate,
        },
        {
          kind: 'ground',
          corners: [
            [115, 0],
            [118, 0],
            [96.7, 100],
            [93.7, 100],
          ],
          fill: paper.accent,
        },
        ...column(
          { x: 10, y: 10, width: 80, height: 80 },
          [
            logoBlock(content, { width: 62, height: 26 }, true),
            textBlock(
              company,
              { ...white, size: 14, leastSize: 6, mostLines: 4, isBalanced: true },
              5,
            ),
            textBlock(
              person,
              { size: 7, leastSize: 5, mostLines: 2, fill: onSlate.soft, faint: onSlate.faint },
              3,
            ),
          ],
          'middle',
        ),
        ...column(
          { x: 126, y: 8, width: content.qrCode === null ? 164 : 106, height: 53 },
          [
            textBlock(short, {
              ...ink,
              weight: 'bold',
              size: 10,
              leastSize: 6,
              mostLines: 3,
              isBalanced: true,
            }),
            textBlock(
              long,
              { size: 6, leastSize: 4.6, mostLines: 3, fill: onWhite.soft, faint: onWhite.faint },
              2,
            ),
            iconLine(
              'phone',
              phone,
              {
                ...ink,
                weight: 'bold',
                size: 18,
                leastSize: 7,
                mostLines: 1,
                icon: onWhite.icon,
              },
              5,
            ),
          ],
          'middle',
        ),
        ...column(
          { x: 126, y: 63, width: brandAt - 134, height: 28 },
          [mail, web, place].filter((block) => block !== undefined),
          'bottom',
        ),
        ...qrParts(content, { x: 240, y: 8, width: 52, height: 52 }),
        ...brandLockup(
          content,
          { x: brandAt, y: 73, width: 292 - brandAt, height: 18 },
          onWhite,
          'end',
        ),
      ],
    },
  ];
}
