import { contactBlocks, iconLine, logoBlock, qrParts, textBlock } from './blocks.ts';
import { brandLockup } from './brand-lockup.ts';
import { column } from './column.ts';
import { coverPosition, type PieceContent, textsOf } from './content.ts';
import { onSlate, onWhite, paper } from './paper.ts';
import { cornersOf, type Part, type Side } from './parts.ts';

/** For a fence or a scaffold (2000 × 1000 mm): what is offered, by whom, and the picture beside it. */
export function banner(content: PieceContent): Side[] {
  return [{ id: 'front', parts: [...grounds(content), ...texts(content), ...corners(content)] }];
}

function grounds(content: PieceContent): Part[] {
  return [
    {
      kind: 'ground',
      corners: cornersOf({ x: 0, y: 0, width: 2000, height: 1000 }),
      fill: paper.slate,
    },
    {
      kind: 'cover',
      box: { x: 960, y: 0, width: 1040, height: 1000 },
      corners: [
        [1180, 0],
        [2000, 0],
        [2000, 1000],
        [967, 1000],
      ],
      type: 'banner',
      subtype: null,
      position: coverPosition(content),
    },
    {
      kind: 'ground',
      corners: [
        [1164, 0],
        [1180, 0],
        [967, 1000],
        [951, 1000],
      ],
      fill: paper.accent,
    },
  ];
}

function texts(content: PieceContent): Part[] {
  const { company, person, headline, long, phone } = textsOf(content);
  const bold = { weight: 'bold', fill: onSlate.strong, faint: onSlate.faint } as const;
  const soft = { fill: onSlate.soft, faint: onSlate.faint } as const;
  const [, mail, web, place] = contactBlocks(content, onSlate, {
    size: 38,
    leastSize: 28,
    gap: 10,
  });
  return [
    ...column({ x: 90, y: 80, width: 860, height: 440 }, [
      logoBlock(content, { width: 400, height: 150 }, true),
      textBlock(
        headline,
        { ...bold, size: 116, leastSize: 52, mostLines: 4, isBalanced: true },
        44,
      ),
      textBlock(long, { ...soft, size: 44, leastSize: 32, mostLines: 3 }, 28),
    ]),
    ...column(
      { x: 90, y: 545, width: 830, height: 375 },
      [
        textBlock(company, { ...bold, size: 56, leastSize: 36, mostLines: 2 }),
        textBlock(person, { ...soft, size: 38, leastSize: 28, mostLines: 1 }, 6),
        iconLine(
          'phone',
          phone,
          { ...bold, size: 92, leastSize: 44, mostLines: 1, icon: onSlate.icon },
          22,
        ),
        ...[mail, web, place].filter((block) => block !== undefined),
      ],
      'bottom',
    ),
  ];
}

function corners(content: PieceContent): Part[] {
  return [
    {
      kind: 'ground',
      corners: [
        [1500, 840],
        [2000, 840],
        [2000, 1000],
        [1466, 1000],
      ],
      fill: paper.white,
    },
    ...brandLockup(content, { x: 1540, y: 868, width: 420, height: 104 }, onWhite),
    ...qrParts(content, { x: 1710, y: 60, width: 230, height: 230 }),
  ];
}
