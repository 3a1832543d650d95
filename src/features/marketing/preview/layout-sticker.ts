import { contactBlocks, iconLine, logoBlock, qrParts, textBlock, brandLockup } from './blocks.ts';
import { column, onSlate, onWhite, paper, cornersOf, type Part, type Side } from './parts.ts';
import { type PrintContent, textsOf } from './content.ts';

/** Sticker for a van (300 × 100 mm): name and phone number, readable while driving. */
export function sticker(content: PrintContent): Side[] {
  return [
    { id: 'front', parts: [...backgrounds, ...companyParts(content), ...contactParts(content)] },
  ];
}

const backgrounds: readonly Part[] = [
  {
    kind: 'polygon',
    corners: cornersOf({ x: 0, y: 0, width: 300, height: 100 }),
    fill: paper.white,
  },
  {
    kind: 'polygon',
    corners: [
      [0, 0],
      [115, 0],
      [93.7, 100],
      [0, 100],
    ],
    fill: paper.slate,
  },
  {
    kind: 'polygon',
    corners: [
      [115, 0],
      [118, 0],
      [96.7, 100],
      [93.7, 100],
    ],
    fill: paper.accent,
  },
];

/** Returns the parts on the slate background: the logo and the names of the company and the person. */
function companyParts(content: PrintContent): Part[] {
  const { company, person } = textsOf(content);
  const { strong: fill, soft, faint } = onSlate;
  const boldStyle = { weight: 'bold', fill, faint, isBalanced: true } as const;
  return column(
    { x: 10, y: 10, width: 80, height: 80 },
    [
      logoBlock(content, { width: 62, height: 26 }, true),
      textBlock(company, { ...boldStyle, size: 14, minSize: 6, maxLines: 4 }, 5),
      textBlock(person, { size: 7, minSize: 5, maxLines: 2, fill: soft, faint }, 3),
    ],
    'middle',
  );
}

/** Returns the parts on the white background: the offer, the contact details, the QR code and the brand. */
function contactParts(content: PrintContent): Part[] {
  const { phone, shortText, longText } = textsOf(content);
  const { strong: fill, soft, faint, icon } = onWhite;
  const boldStyle = { weight: 'bold', fill, faint } as const;
  const [, mailBlock, webBlock, addressBlock] = contactBlocks(content, onWhite, {
    size: 7.4,
    minSize: 5,
    gap: 2,
  });
  const brandX = content.brandLogo === 'default' ? 236 : 222;
  return [
    ...column(
      { x: 126, y: 8, width: content.qrCode === null ? 164 : 106, height: 53 },
      [
        textBlock(shortText, { ...boldStyle, size: 10, minSize: 6, maxLines: 3, isBalanced: true }),
        textBlock(longText, { size: 6, minSize: 4.6, maxLines: 3, fill: soft, faint }, 2),
        iconLine('phone', phone, { ...boldStyle, size: 18, minSize: 7, maxLines: 1, icon }, 5),
      ],
      'middle',
    ),
    ...column(
      { x: 126, y: 63, width: brandX - 134, height: 28 },
      [mailBlock, webBlock, addressBlock].filter((block) => block !== undefined),
      'bottom',
    ),
    ...qrParts(content, { x: 240, y: 8, width: 52, height: 52 }),
    ...brandLockup(content, { x: brandX, y: 73, width: 292 - brandX, height: 18 }, onWhite, 'end'),
  ];
}
