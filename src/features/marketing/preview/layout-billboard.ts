import { contactBlocks, iconLine, logoBlock, qrParts, textBlock } from './blocks.ts';
import { brandLockup } from './brand-lockup.ts';
import { column } from './column.ts';
import { coverPosition, type PieceContent, textsOf } from './content.ts';
import { onSlate, onWhite, paper } from './paper.ts';
import { cornersOf, type Part, type Side } from './parts.ts';

/** At a road (5040 × 2380 mm): one picture, one sentence, one number. */
export function billboard(content: PieceContent): Side[] {
  return [{ id: 'front', parts: [...grounds(content), ...offer(content), ...strip(content)] }];
}

function grounds(content: PieceContent): Part[] {
  return [
    {
      kind: 'cover',
      box: { x: 2200, y: 0, width: 2840, height: 1860 },
      corners: [
        [2640, 0],
        [5040, 0],
        [5040, 1860],
        [2245, 1860],
      ],
      type: 'billboard',
      subtype: null,
      position: coverPosition(content),
    },
    {
      kind: 'ground',
      corners: [
        [0, 0],
        [2640, 0],
        [2245, 1860],
        [0, 1860],
      ],
      fill: paper.white,
    },
    {
      kind: 'ground',
      corners: cornersOf({ x: 0, y: 1820, width: 5040, height: 560 }),
      fill: paper.slate,
    },
    {
      kind: 'ground',
      corners: cornersOf({ x: 0, y: 1820, width: 5040, height: 36 }),
      fill: paper.accent,
    },
  ];
}

/** On white: the sentence, and who stands behind it. */
function offer(content: PieceContent): Part[] {
  const { headline, long } = textsOf(content);
  const { strong: fill, soft, faint } = onWhite;
  return [
    ...column({ x: 220, y: 200, width: 2040, height: 1150 }, [
      textBlock(headline, {
        weight: 'bold',
        fill,
        faint,
        size: 300,
        leastSize: 140,
        mostLines: 4,
        isBalanced: true,
        lineHeight: 1.06,
      }),
      textBlock(long, { size: 112, leastSize: 84, mostLines: 3, fill: soft, faint }, 70),
    ]),
    ...brandLockup(content, { x: 220, y: 1460, width: 1300, height: 240 }, onWhite),
    ...qrParts(content, { x: 1860, y: 1400, width: 360, height: 360 }),
  ];
}

/** On slate: the company, and how it is reached. */
function strip(content: PieceContent): Part[] {
  const { company, person, phone } = textsOf(content);
  const bold = { weight: 'bold', fill: onSlate.strong, faint: onSlate.faint } as const;
  const [, mail, web, place] = contactBlocks(content, onSlate, {
    size: 84,
    leastSize: 66,
    gap: 14,
  });
  const start = content.logoUrl === null ? 220 : 960;
  return [
    ...column({ x: 220, y: 1950, width: 640, height: 336 }, [
      logoBlock(content, { width: 640, height: 336 }, true),
    ]),
    ...column(
      { x: start, y: 1920, width: 2420 - start, height: 396 },
      [
        textBlock(company, { ...bold, size: 170, leastSize: 80, mostLines: 3, isBalanced: true }),
        textBlock(
          person,
          { size: 84, leastSize: 66, mostLines: 1, fill: onSlate.soft, faint: onSlate.faint },
          20,
        ),
      ],
      'middle',
    ),
    ...column(
      { x: 2620, y: 1900, width: 2200, height: 436 },
      [
        iconLine('phone', phone, {
          ...bold,
          size: 260,
          leastSize: 110,
          mostLines: 1,
          icon: onSlate.icon,
        }),
        ...[web, mail, place].filter((block) => block !== undefined),
      ],
      'middle',
    ),
  ];
}
