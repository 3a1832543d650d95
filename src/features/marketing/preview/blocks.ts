import type { Block } from './column.ts';
import { type PrintContent, type PrintText, textsOf } from './content.ts';
import { type Inks, paper } from './paper.ts';
import { type Box, type ContactIcon, cornersOf, inset, type Part } from './parts.ts';
import { fitText, type TextStyle } from './text-fit.ts';

/** Typography and colours of a text. */
export interface TextLook extends TextStyle {
  readonly fill: string;
  readonly faint: string;
  readonly lineHeight?: number;
  readonly align?: 'start' | 'end';
}

const LINE = 1.32;
const HEADLINE = 1.12;
/** Offset of the text from its icon's left edge, in font sizes. */
const INDENT = 1.5;

/** A block with one text. */
export function textBlock({ text, isPlaceholder }: PrintText, look: TextLook, gap = 0): Block {
  const { weight = 'regular', align = 'start' } = look;
  const lineHeight = look.lineHeight ?? (weight === 'bold' ? HEADLINE : LINE);
  return {
    gap,
    place: ({ width, scale, maxLines }) => {
      const fitted = fitText(text, width, {
        ...look,
        size: Math.max(look.minSize, look.size * scale),
        maxLines: Math.min(look.maxLines, maxLines),
      });
      if (fitted.lines.length === 0) return null;
      const height = fitted.lines.length * fitted.size * lineHeight;
      const fill = isPlaceholder ? look.faint : look.fill;
      return {
        height,
        parts: (x, y) => [
          { kind: 'text', box: { x, y, width, height }, fitted, weight, lineHeight, fill, align },
        ],
      };
    },
  };
}

/** A block with a small icon before the first line. */
export function iconLine(
  icon: ContactIcon,
  content: PrintText,
  look: TextLook & { readonly icon: string },
  gap = 0,
): Block {
  const text = textBlock(content, look, gap);
  return {
    gap,
    place: (space) => {
      // Indent by the largest size; smaller text leaves a gap.
      const size = Math.max(look.minSize, look.size * space.scale);
      const placed = text.place({ ...space, width: space.width - size * INDENT });
      if (placed === null) return null;
      return {
        height: placed.height,
        parts: (x, y) =>
          placed.parts(x, y).flatMap((part): Part[] => {
            if (part.kind !== 'text') return [part];
            const { size: side } = part.fitted;
            const top = y + (side * part.lineHeight - side) / 2;
            return [
              {
                kind: 'contact',
                box: { x, y: top, width: side, height: side },
                id: icon,
                fill: look.icon,
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
  plate: boolean,
  gap = 0,
): Block {
  return {
    gap,
    place: ({ scale }) => {
      if (logoUrl === null) return null;
      const width = size.width * scale;
      const height = size.height * scale;
      return { height, parts: (x, y) => logoParts(logoUrl, { x, y, width, height }, plate) };
    },
  };
}

/** A logo, on a white plate on dark backgrounds. */
export function logoParts(
  href: string,
  box: Box,
  plate: boolean,
  align: 'start' | 'end' = 'start',
): Part[] {
  if (!plate) return [{ kind: 'logo', box, href, align }];
  return [
    { kind: 'tile', box, fill: paper.white },
    { kind: 'logo', box: inset(box, box.height * 0.12), href, align: 'middle' },
  ];
}

/** A QR code with its required white margin. */
export function qrParts(content: PrintContent, box: Box): Part[] {
  const href = content.qrCode;
  if (href === null) return [];
  return [
    { kind: 'ground', corners: cornersOf(box), fill: paper.white },
    { kind: 'qr', box: inset(box, box.width * 0.06), href },
  ];
}

/** Contact blocks: phone, e-mail, link, address, each with an icon. */
export function contactBlocks(
  content: PrintContent,
  inks: Inks,
  style: Pick<TextStyle, 'size' | 'minSize'> & { readonly gap: number },
): Block[] {
  const texts = textsOf(content);
  const look = { ...style, maxLines: 2, fill: inks.strong, faint: inks.faint, icon: inks.icon };
  return [
    iconLine('phone', texts.phone, { ...look, weight: 'bold', lineHeight: LINE }, style.gap),
    iconLine('mail', texts.email, look, style.gap),
    iconLine('web', texts.link, look, style.gap),
    iconLine('place', texts.address, look, style.gap),
  ];
}
