import { contactBlocks, iconLine, logoBlock, qrParts, textBlock, brandLockup } from './blocks.ts';
import {
  type Block,
  column,
  onSlate,
  onWhite,
  paper,
  cornersOf,
  type Part,
  type Side,
} from './parts.ts';
import { coverPosition, type PrintContent, textsOf } from './content.ts';

/** Roadside billboard (5040 × 2380 mm), which is only printed on its front. */
export function billboard(content: PrintContent): Side[] {
  return [{ id: 'front', parts: [...backgrounds(content), ...offer(content), ...strip(content)] }];
}

function backgrounds(content: PrintContent): Part[] {
  return [
    {
      kind: 'cover',
      box: { x: 2200, y: 0, width: 2840, height: 1776 },
      corners: [
        [2640, 0],
        [5040, 0],
        [5040, 1776],
        [2263, 1776],
      ],
      type: 'billboard',
      subtype: null,
      position: coverPosition(content),
    },
    {
      kind: 'polygon',
      corners: [
        [0, 0],
        [2640, 0],
        [2263, 1776],
        [0, 1776],
      ],
      fill: paper.white,
    },
    {
      kind: 'polygon',
      corners: cornersOf({ x: 0, y: 1740, width: 5040, height: 640 }),
      fill: paper.slate,
    },
    {
      kind: 'polygon',
      corners: cornersOf({ x: 0, y: 1740, width: 5040, height: 36 }),
      fill: paper.accent,
    },
  ];
}

/** Returns the parts on the white background: the headline, the long text, the brand and the QR code. */
function offer(content: PrintContent): Part[] {
  const { headline, longText } = textsOf(content);
  const { strong: fill, soft, faint } = onWhite;
  return [
    ...column({ x: 220, y: 180, width: 2060, height: 1090 }, [
      textBlock(headline, {
        weight: 'bold',
        fill,
        faint,
        size: 300,
        minSize: 140,
        maxLines: 4,
        isBalanced: true,
        lineHeight: 1.06,
      }),
      textBlock(longText, { size: 112, minSize: 84, maxLines: 3, fill: soft, faint }, 70),
    ]),
    ...brandLockup(content, { x: 220, y: 1400, width: 1300, height: 220 }, onWhite),
    ...qrParts(content, { x: 1870, y: 1330, width: 340, height: 340 }),
  ];
}

/** Returns the parts on the slate background: the logo, the company, the person and the contact details. */
function strip(content: PrintContent): Part[] {
  const { signature, person, phone } = textsOf(content);
  const boldStyle = { weight: 'bold', fill: onSlate.strong, faint: onSlate.faint } as const;
  const [, mailBlock, webBlock, addressBlock] = contactBlocks(content, onSlate, {
    size: 70,
    minSize: 56,
    gap: 8,
  });
  const toBlocks = (block: Block | undefined) => (block ? [block] : []);
  const startX = content.logoUrl === null ? 220 : 960;
  return [
    ...column({ x: 220, y: 1880, width: 640, height: 336 }, [
      logoBlock(content, { width: 640, height: 336 }, true),
    ]),
    ...column(
      { x: startX, y: 1826, width: 2420 - startX, height: 434 },
      [
        textBlock(signature, {
          ...boldStyle,
          size: 180,
          minSize: 76,
          maxLines: 3,
          isBalanced: true,
        }),
        textBlock(
          person,
          { size: 84, minSize: 58, maxLines: 1, fill: onSlate.soft, faint: onSlate.faint },
          20,
        ),
        ...toBlocks(addressBlock),
      ],
      'middle',
    ),
    ...column(
      { x: 2620, y: 1826, width: 2200, height: 434 },
      [
        iconLine('phone', phone, {
          ...boldStyle,
          size: 205,
          minSize: 110,
          maxLines: 1,
          icon: onSlate.icon,
        }),
        ...toBlocks(webBlock),
        ...toBlocks(mailBlock),
      ],
      'middle',
    ),
  ];
}
