import { coverCount } from '#schemas/marketing-pictures.ts';
import {
  contactBlocks,
  iconLine,
  logoParts,
  qrParts,
  textBlock,
  brandLockup,
  servicesGrid,
} from './blocks.ts';
import { column, onSlate, onWhite, paper, cornersOf, type Part, type Side } from './parts.ts';
import { coverPosition, type PrintContent, servicesOf, textsOf } from './content.ts';

const pageBox = { x: 0, y: 0, width: 148, height: 210 };

/** Line between image and text. */
const seam: Part = {
  kind: 'polygon',
  corners: [
    [0, 131.5],
    [148, 100],
    [148, 102.2],
    [0, 133.7],
  ],
  fill: paper.accent,
};

/** A5 flyer: headline on the front, services and contact on the back. */
export function flyer(content: PrintContent): Side[] {
  return [
    { id: 'front', parts: front(content) },
    { id: 'back', parts: [...backTop(content), ...backContact(content)] },
  ];
}

function front(content: PrintContent): Part[] {
  const { company, headline, phone } = textsOf(content);
  const { strong: fill, faint } = onWhite;
  const boldStyle = { weight: 'bold', fill, faint } as const;
  const { logoUrl } = content;
  return [
    { kind: 'polygon', corners: cornersOf(pageBox), fill: paper.white },
    picture(content, coverPosition(content)),
    seam,
    ...column({ x: 12, y: 138, width: 124, height: 41 }, [
      textBlock(headline, {
        ...boldStyle,
        size: 11.5,
        minSize: 6,
        maxLines: 3,
        isBalanced: true,
      }),
      textBlock(
        textsOf(content).longText,
        { size: 4.4, minSize: 3.2, maxLines: 3, fill: onWhite.soft, faint },
        3,
      ),
    ]),
    ...(logoUrl === null
      ? []
      : logoParts(logoUrl, { x: 98, y: 117, width: 38, height: 17 }, false, 'end')),
    ...column(
      { x: 12, y: 182, width: 66, height: 17 },
      [
        textBlock(company, { ...boldStyle, size: 4.6, minSize: 2.6, maxLines: 2 }),
        iconLine(
          'phone',
          phone,
          { ...boldStyle, size: 6.4, minSize: 2.8, maxLines: 1, icon: onWhite.icon },
          1.6,
        ),
      ],
      'bottom',
    ),
    ...brandLockup(content, { x: 84, y: 186, width: 52, height: 13 }, onWhite, 'end'),
  ];
}

/** Cover image above the seam. */
function picture({ type, subtype }: PrintContent, position: number): Part {
  return {
    kind: 'cover',
    box: { ...pageBox, height: 131.5 },
    corners: [
      [0, 0],
      [148, 0],
      [148, 100],
      [0, 131.5],
    ],
    type,
    subtype,
    position,
  };
}

/** Top of the back: the services, or a second cover image if there are none. */
function backTop(content: PrintContent): Part[] {
  const services = servicesOf(content);
  if (services.length === 0) {
    const { type, subtype } = content;
    const totalCovers = Math.max(1, coverCount(type, subtype));
    return [picture(content, (coverPosition(content) + 1) % totalCovers)];
  }
  const { strong: fill, faint } = onWhite;
  return [
    { kind: 'polygon', corners: cornersOf(pageBox), fill: paper.white },
    ...column({ x: 12, y: 13, width: 124, height: 12 }, [
      textBlock(
        { text: content.texts.services, isPlaceholder: false },
        { weight: 'bold', fill, faint, size: 8.5, minSize: 6, maxLines: 1 },
      ),
    ]),
    ...servicesGrid(services, {
      box: { x: 12, y: 30, width: 124, height: 70 },
      columns: 2,
      gap: 5,
      iconBoxSize: 14,
      text: { size: 4.4, minSize: 2.6 },
      inks: onWhite,
      iconBackground: paper.skySoft,
      icon: paper.skyInk,
    }),
  ];
}

function backContact(content: PrintContent): Part[] {
  const { company, person, phone } = textsOf(content);
  const [, mailBlock, webBlock, addressBlock] = contactBlocks(content, onSlate, {
    size: 4,
    minSize: 2.6,
    gap: 1.5,
  });
  const boldStyle = { weight: 'bold', fill: onSlate.strong, faint: onSlate.faint } as const;
  const softStyle = { fill: onSlate.soft, faint: onSlate.faint } as const;
  const hasCode = content.qrCode !== null;
  return [
    {
      kind: 'polygon',
      corners: [
        [0, 133.7],
        [148, 102.2],
        [148, 210],
        [0, 210],
      ],
      fill: paper.slate,
    },
    seam,
    ...column({ x: 12, y: 141, width: hasCode ? 84 : 124, height: 40 }, [
      textBlock(company, { ...boldStyle, size: 7, minSize: 3.4, maxLines: 2, isBalanced: true }),
      textBlock(person, { ...softStyle, size: 4, minSize: 2.8, maxLines: 1 }, 1),
      iconLine(
        'phone',
        phone,
        { ...boldStyle, size: 6, minSize: 3, maxLines: 1, icon: onSlate.icon },
        3.5,
      ),
      ...[mailBlock, webBlock, addressBlock].filter((block) => block !== undefined),
    ]),
    ...qrParts(content, { x: 104, y: 141, width: 32, height: 32 }),
    ...brandLockup(content, { x: 12, y: 187.5, width: 50, height: 12 }, onSlate),
  ];
}
