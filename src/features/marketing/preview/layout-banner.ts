import { contactBlocks, iconLine, logoBlock, qrParts, textBlock, brandLockup } from './blocks.ts';
import { spread, onSlate, onWhite, paper, cornersOf, type Part, type Side } from './parts.ts';
import { coverPosition, type PrintContent, textsOf } from './content.ts';

/** Banner for a fence or scaffold (2000 × 1000 mm): offer and company next to an image. */
export function banner(content: PrintContent): Side[] {
  return [
    { id: 'front', parts: [...backgrounds(content), ...texts(content), ...cornerParts(content)] },
  ];
}

function backgrounds(content: PrintContent): Part[] {
  return [
    {
      kind: 'polygon',
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
      kind: 'polygon',
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

function texts(content: PrintContent): Part[] {
  const { signature, person, headline, longText, phone } = textsOf(content);
  const boldStyle = { weight: 'bold', fill: onSlate.strong, faint: onSlate.faint } as const;
  const softStyle = { fill: onSlate.soft, faint: onSlate.faint } as const;
  const [, mailBlock, webBlock, addressBlock] = contactBlocks(content, onSlate, {
    size: 40,
    minSize: 26,
    gap: 10,
  });
  const offer = [
    logoBlock(content, { width: 400, height: 150 }, true),
    textBlock(
      headline,
      { ...boldStyle, size: 116, minSize: 52, maxLines: 4, isBalanced: true },
      44,
    ),
    textBlock(longText, { ...softStyle, size: 44, minSize: 30, maxLines: 3 }, 28),
  ];
  const contactParts = [
    textBlock(signature, { ...boldStyle, size: 56, minSize: 34, maxLines: 2 }),
    textBlock(person, { ...softStyle, size: 38, minSize: 26, maxLines: 1 }, 6),
    iconLine(
      'phone',
      phone,
      { ...boldStyle, size: 92, minSize: 44, maxLines: 1, icon: onSlate.icon },
      22,
    ),
    ...[mailBlock, webBlock, addressBlock].filter((block) => block !== undefined),
  ];
  return spread({ x: 90, y: 80, width: 840, height: 840 }, [offer, contactParts], 50);
}

function cornerParts(content: PrintContent): Part[] {
  return [
    {
      kind: 'polygon',
      corners: [
        [1506, 806],
        [2000, 806],
        [2000, 1000],
        [1465, 1000],
      ],
      fill: paper.white,
    },
    ...brandLockup(content, { x: 1540, y: 846, width: 400, height: 104 }, onWhite),
    ...qrParts(content, { x: 1710, y: 60, width: 230, height: 230 }),
  ];
}
