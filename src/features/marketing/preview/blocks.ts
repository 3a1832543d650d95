import { brand } from '#brand';
import {
  type Block,
  column,
  type Inks,
  paper,
  type Box,
  type ContactIcon,
  cornersOf,
  inset,
  type Part,
} from './parts.ts';
import { type PrintContent, type PrintText, textsOf } from './content.ts';
import { fitText, type TextStyle, textWidth } from './text-fit.ts';

/** Typography and colours of a text. */
interface TextFormat extends TextStyle {
  readonly fill: string;
  readonly faint: string;
  readonly lineHeight?: number;
  readonly align?: 'start' | 'end';
}

const LINE_HEIGHT = 1.32;
const HEADLINE_LINE_HEIGHT = 1.12;
/** Offset of the text from its icon's left edge, in font sizes. */
const INDENT = 1.5;

/** A block with one text. */
export function textBlock({ text, isPlaceholder }: PrintText, format: TextFormat, gap = 0): Block {
  const { weight = 'regular', align = 'start' } = format;
  const lineHeight = format.lineHeight ?? (weight === 'bold' ? HEADLINE_LINE_HEIGHT : LINE_HEIGHT);
  return {
    gap,
    place: ({ width, scale, maxLines }) => {
      const fittedText = fitText(text, width, {
        ...format,
        size: Math.max(format.minSize, format.size * scale),
        maxLines: Math.min(format.maxLines, maxLines),
      });
      if (fittedText.lines.length === 0) return null;
      const height = fittedText.lines.length * fittedText.size * lineHeight;
      const fill = isPlaceholder ? format.faint : format.fill;
      return {
        height,
        parts: (x, y) => [
          {
            kind: 'text',
            box: { x, y, width, height },
            fittedText,
            weight,
            lineHeight,
            fill,
            align,
          },
        ],
      };
    },
  };
}

/** A block with a small icon before the first line. */
export function iconLine(
  icon: ContactIcon,
  content: PrintText,
  format: TextFormat & { readonly icon: string },
  gap = 0,
): Block {
  const text = textBlock(content, format, gap);
  return {
    gap,
    place: (space) => {
      // Subtract the indent at the largest text size. If the text only fits in a smaller size, some space stays free.
      const size = Math.max(format.minSize, format.size * space.scale);
      const placedText = text.place({ ...space, width: space.width - size * INDENT });
      if (placedText === null) return null;
      return {
        height: placedText.height,
        parts: (x, y) =>
          placedText.parts(x, y).flatMap((part): Part[] => {
            if (part.kind !== 'text') return [part];
            const { size: side } = part.fittedText;
            const top = y + (side * part.lineHeight - side) / 2;
            return [
              {
                kind: 'contact',
                box: { x, y: top, width: side, height: side },
                id: icon,
                fill: format.icon,
              },
              { ...part, box: { ...part.box, x: x + side * INDENT } },
            ];
          }),
      };
    },
  };
}

/** A block with the installer's logo, left-aligned; empty without one. */
export function logoBlock(
  { logoUrl }: PrintContent,
  size: { readonly width: number; readonly height: number },
  hasWhiteBox: boolean,
  gap = 0,
): Block {
  return {
    gap,
    place: ({ scale }) => {
      if (logoUrl === null) return null;
      const width = size.width * scale;
      const height = size.height * scale;
      return { height, parts: (x, y) => logoParts(logoUrl, { x, y, width, height }, hasWhiteBox) };
    },
  };
}

/** A logo, with a white box behind it on a dark background. */
export function logoParts(
  href: string,
  box: Box,
  hasWhiteBox: boolean,
  align: 'start' | 'end' = 'start',
): Part[] {
  if (!hasWhiteBox) return [{ kind: 'logo', box, href, align }];
  return [
    { kind: 'rounded', box, fill: paper.white },
    { kind: 'logo', box: inset(box, box.height * 0.12), href, align: 'middle' },
  ];
}

/** A QR code with its required white margin. */
export function qrParts(content: PrintContent, box: Box): Part[] {
  const href = content.qrCode;
  if (href === null) return [];
  return [
    { kind: 'polygon', corners: cornersOf(box), fill: paper.white },
    { kind: 'qr', box: inset(box, box.width * 0.06), href },
  ];
}

/** Contact blocks: phone, email, link, address, each with an icon. */
export function contactBlocks(
  content: PrintContent,
  inks: Inks,
  style: Pick<TextStyle, 'size' | 'minSize'> & { readonly gap: number },
): Block[] {
  const texts = textsOf(content);
  const format = { ...style, maxLines: 2, fill: inks.strong, faint: inks.faint, icon: inks.icon };
  return [
    iconLine(
      'phone',
      texts.phone,
      { ...format, weight: 'bold', lineHeight: LINE_HEIGHT },
      style.gap,
    ),
    iconLine('mail', texts.email, format, style.gap),
    iconLine('web', texts.link, format, style.gap),
    iconLine('place', texts.address, format, style.gap),
  ];
}

/**
 * The manufacturer's logo and name, below a recommendation if the installer has no logo (spec 2 §4).
 * @param align side of the box that the logo and the name are aligned to
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
  const textOffset = side + height * 0.22;
  const maxWidth = box.width - textOffset;
  const commonFormat = { maxLines: 1, minSize: height * 0.14, faint: inks.faint };
  const lines: readonly { readonly text: string; readonly format: TextFormat }[] = [
    {
      text: isRecommended ? content.texts.recommended : '',
      format: { ...commonFormat, size: height * 0.29, fill: inks.soft },
    },
    {
      text: brand.manufacturer,
      format: { ...commonFormat, size: height * 0.44, weight: 'bold', fill: inks.strong },
    },
  ];
  const width = Math.min(
    maxWidth,
    Math.max(
      ...lines.map(({ text, format }) => {
        const { lines: fittedLines, size } = fitText(text, maxWidth, format);
        return textWidth(fittedLines[0] ?? '', size, format.weight);
      }),
    ) * 1.001,
  );
  const x = align === 'start' ? box.x : box.x + box.width - textOffset - width;
  return [
    { kind: 'mark', box: { x, y: box.y + (height - side) / 2, width: side, height: side } },
    ...column(
      { ...box, x: x + textOffset, width },
      lines.map(({ text, format }) => textBlock({ text, isPlaceholder: false }, format)),
      'middle',
    ),
  ];
}

interface Grid {
  readonly box: Box;
  readonly columns: number;
  /** Distance between cells. */
  readonly gap: number;
  /** Side of the square behind the icon. */
  readonly iconBoxSize: number;
  readonly text: Pick<TextStyle, 'size' | 'minSize'>;
  readonly inks: Inks;
  /** Colour of the square. */
  readonly iconBackground: string;
  /** Colour of the icon. Defaults to the colour of the text. */
  readonly icon?: string;
}

/** Services with icons in a grid of equal rows. */
export function servicesGrid(
  services: readonly { readonly text: PrintText; readonly icon: string }[],
  grid: Grid,
): Part[] {
  const { box, columns, gap, iconBoxSize, text, inks } = grid;
  const rows = Math.max(1, Math.ceil(services.length / columns));
  const width = (box.width - gap * (columns - 1)) / columns;
  const height = Math.min((box.height - gap * (rows - 1)) / rows, iconBoxSize * 1.5);
  const textOffset = iconBoxSize * 1.32;
  const format = { ...text, maxLines: 3, weight: 'bold' } as const;
  // Use the same size for all services: the size at which the longest text fits.
  const fittedSizes = services.map(
    ({ text }) => fitText(text.text, width - textOffset, format).size,
  );
  const size = Math.min(text.size, ...fittedSizes);
  return services.flatMap(({ text, icon }, index): Part[] => {
    const x = box.x + (index % columns) * (width + gap);
    const y = box.y + Math.floor(index / columns) * (height + gap);
    const square = {
      x,
      y: y + (height - iconBoxSize) / 2,
      width: iconBoxSize,
      height: iconBoxSize,
    };
    return [
      { kind: 'rounded', box: square, fill: grid.iconBackground, isFaint: text.isPlaceholder },
      {
        kind: 'service',
        box: inset(square, iconBoxSize * 0.2),
        id: icon,
        fill: grid.icon ?? inks.strong,
      },
      ...column(
        { x: x + textOffset, y, width: width - textOffset, height },
        [
          textBlock(text, {
            ...format,
            size,
            lineHeight: 1.22,
            fill: inks.strong,
            faint: inks.faint,
          }),
        ],
        'middle',
      ),
    ];
  });
}
