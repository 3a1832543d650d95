import {
  contactBlocks,
  logoBlock,
  qrParts,
  textBlock,
  brandLockup,
  servicesGrid,
} from './blocks.ts';
import {
  type Block,
  column,
  spread,
  onSlate,
  onWhite,
  paper,
  type Corner,
  cornersOf,
  type Part,
  type Side,
} from './parts.ts';
import { type PrintContent, servicesOf, textsOf } from './content.ts';

/** Business cards (85 × 55 and 55 × 85 mm): contact on the front, services on the back. */
export function horizontalCard(content: PrintContent): Side[] {
  const hasIntro = textsOf(content).longText.text !== '';
  const edge: Corner[] = [
    [66, 0],
    [85, 0],
    [85, 55],
    [54.3, 55],
  ];
  const front: Part[] = [
    ...background(85, 55, paper.white),
    ...cardCover(edge),
    {
      kind: 'polygon',
      corners: [
        [65.2, 0],
        [66, 0],
        [54.3, 55],
        [53.5, 55],
      ],
      fill: paper.accent,
    },
    ...spread(
      { x: 5, y: 5, width: 47.5, height: 45 },
      [companyBlocks(content), personBlocks(content)],
      3,
    ),
  ];
  return [
    { id: 'front', parts: front },
    {
      id: 'back',
      parts: [
        ...background(85, 55, paper.slate),
        ...column({ x: 5, y: 5, width: 75, height: 7.5 }, [introBlock(content)]),
        ...servicesGrid(servicesOf(content), {
          box: { x: 5, y: hasIntro ? 14 : 8, width: 75, height: 19.5 },
          columns: 2,
          gap: 2.5,
          iconBoxSize: 8.2,
          text: { size: 2.7, minSize: 1.9 },
          inks: onSlate,
          iconBackground: paper.slateLight,
        }),
        ...brandLockup(content, { x: 5, y: 41.5, width: 50, height: 8.5 }, onSlate),
        ...qrParts(content, { x: 66, y: 36, width: 14, height: 14 }),
      ],
    },
  ];
}

export function verticalCard(content: PrintContent): Side[] {
  const hasIntro = textsOf(content).longText.text !== '';
  const edge: Corner[] = [
    [0, 0],
    [55, 0],
    [55, 20],
    [0, 31.7],
  ];
  return [
    {
      id: 'front',
      parts: [
        ...background(55, 85, paper.white),
        ...cardCover(edge),
        {
          kind: 'polygon',
          corners: [
            [55, 20],
            [55, 20.8],
            [0, 32.5],
            [0, 31.7],
          ],
          fill: paper.accent,
        },
        ...spread(
          { x: 5, y: 35.5, width: 45, height: 44.5 },
          [companyBlocks(content), personBlocks(content)],
          3,
        ),
      ],
    },
    {
      id: 'back',
      parts: [
        ...background(55, 85, paper.slate),
        ...column({ x: 5, y: 5.5, width: 45, height: 8.5 }, [introBlock(content)]),
        ...servicesGrid(servicesOf(content), {
          box: { x: 5, y: hasIntro ? 16 : 8, width: 45, height: 46 },
          columns: 1,
          gap: 1.2,
          iconBoxSize: 7.6,
          text: { size: 2.7, minSize: 1.9 },
          inks: onSlate,
          iconBackground: paper.slateLight,
        }),
        ...brandLockup(content, { x: 5, y: 72, width: 29, height: 8 }, onSlate),
        ...qrParts(content, { x: 36, y: 66, width: 14, height: 14 }),
      ],
    },
  ];
}

function background(width: number, height: number, fill: string): Part[] {
  return [{ kind: 'polygon', corners: cornersOf({ x: 0, y: 0, width, height }), fill }];
}

/** Cards have a fixed cover. */
function cardCover(corners: readonly Corner[]): Part[] {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  return [{ kind: 'cover', box, corners, type: 'banner', subtype: null, position: 0 }];
}

function companyBlocks(content: PrintContent): Block[] {
  const { company, shortText } = textsOf(content);
  const { strong: fill, soft, faint } = onWhite;
  const boldStyle = { weight: 'bold', fill, faint, isBalanced: true } as const;
  return [
    logoBlock(content, { width: 26, height: 8 }, false),
    textBlock(company, { ...boldStyle, size: 3.8, minSize: 2.2, maxLines: 2 }, 1.6),
    textBlock(shortText, { size: 2.3, minSize: 1.9, maxLines: 2, fill: soft, faint }, 0.8),
  ];
}

function personBlocks(content: PrintContent): Block[] {
  const { person } = textsOf(content);
  const { strong: fill, faint } = onWhite;
  const boldStyle = { weight: 'bold', fill, faint } as const;
  return [
    textBlock(person, { ...boldStyle, size: 4.4, minSize: 2.2, maxLines: 2 }),
    ...contactBlocks(content, onWhite, { size: 2.3, minSize: 1.9, gap: 0.9 }).map(
      (block, index): Block => (index === 0 ? { ...block, gap: 2 } : block),
    ),
  ];
}

/** The long description, above the services. */
function introBlock(content: PrintContent): Block {
  const { longText } = textsOf(content);
  const format = { weight: 'bold', lineHeight: 1.25, isBalanced: true } as const;
  return textBlock(longText, {
    ...format,
    size: 2.9,
    minSize: 2,
    maxLines: 3,
    fill: onSlate.strong,
    faint: onSlate.faint,
  });
}
