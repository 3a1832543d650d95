import { Trans, useLingui } from '@lingui/react/macro';
import { Globe, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import { useMemo, useId } from 'react';
import { brand } from '#brand';
import {
  type FlyerSubtype,
  type MarketingType,
  printSize,
  type PrintSize,
} from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import { classNames } from '#src/ui/class-names.ts';
import { useMissingImage } from '#src/ui/media/use-missing-image.ts';
import { coversOf, CoverPicture } from '../covers/cover-list.tsx';
import { ServiceIcon } from '../covers/service-icon.tsx';
import { coverPosition, type PrintContent, textsOf, printedTexts } from './content.ts';
import { banner } from './layout-banner.ts';
import { billboard } from './layout-billboard.ts';
import { horizontalCard, verticalCard } from './layout-cards.ts';
import { flyer } from './layout-flyer.ts';
import { sticker } from './layout-sticker.ts';
import {
  type Side,
  paper,
  type Box,
  type ContactIcon,
  type Corner,
  type Part,
  type TextPart,
} from './parts.ts';

interface MarketingPreviewProps {
  type: MarketingType;
  /** Flyers only. */
  subtype: FlyerSubtype | null;
  /** The data entered so far, with its language. */
  input: CustomInput;
  /** Image URLs (`blob:`, `data:` or from this site); null if there is none. */
  qrCode: string | null;
  logoUrl: string | null;
  /**
   * `recommended` shows that the manufacturer recommends the installer. `default` shows just the manufacturer's logo
   * next to theirs (spec 2 §4).
   */
  brandLogo: 'recommended' | 'default';
  /** `small` shows both sides in a row, `front` only the first. */
  display?: 'large' | 'small' | 'front';
}

/** Live preview of the printed sides, in true proportions. */
export function MarketingPreview(props: MarketingPreviewProps) {
  const { type, display = 'large' } = props;
  const content = useContent(props);
  const allSides = useMemo(() => layoutSides(content), [content]);
  const sides = display === 'front' ? allSides.slice(0, 1) : allSides;
  const sideNames = useSideNames(content, sides.length > 1);
  const size = printSize(type);
  return (
    <div
      className={classNames(
        'grid w-full gap-4',
        sides.length > 1 &&
          (display === 'small'
            ? 'grid-cols-2'
            : 'grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]'),
      )}
    >
      {sides.map((side) => (
        <figure key={side.id} className="min-w-0 space-y-2">
          <div className="overflow-hidden shadow-float">
            <PrintSide side={side} size={size} name={sideNames[side.id]} />
          </div>
          {sides.length > 1 && (
            <figcaption className="text-caption text-ink-soft">
              {side.id === 'front' ? <Trans>Front</Trans> : <Trans>Reverse</Trans>}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  );
}

function useContent(props: MarketingPreviewProps): PrintContent {
  const { type, subtype, input, qrCode, logoUrl, brandLogo } = props;
  const { t } = useLingui();
  return useMemo(
    () => ({
      type,
      subtype,
      input,
      texts: printedTexts(input.language),
      placeholders: {
        company: t`Company name`,
        person: t`Full name`,
        phone: t`Phone`,
        service: t`Service`,
      },
      qrCode,
      logoUrl,
      brandLogo,
    }),
    [type, subtype, input, qrCode, logoUrl, brandLogo, t],
  );
}

/** Describes each side for screen readers: company, cover, texts. */
function useSideNames(content: PrintContent, hasBack: boolean): Record<'front' | 'back', string> {
  const { t, i18n } = useLingui();
  const { type, subtype, input } = content;
  const covers = coversOf(type, subtype);
  const cover = covers[coverPosition(content)] ?? covers[0];
  const { company, person, phone, email, shortText } = textsOf(content);
  const previewTexts = [company, person, shortText, phone, email]
    .filter(({ text, isPlaceholder }) => text !== '' && !isPlaceholder)
    .map(({ text }) => text);
  const services = (input.services ?? []).map(({ text }) => text);
  const picture = cover ? i18n._(cover.name) : null;
  const joinParts = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');
  return {
    front: joinParts(hasBack ? t`Preview of the front` : t`Preview`, picture, ...previewTexts),
    back: joinParts(t`Preview of the reverse`, ...services),
  };
}

const layouts: Readonly<Record<MarketingType, (content: PrintContent) => Side[]>> = {
  banner,
  horizontal_card: horizontalCard,
  vertical_card: verticalCard,
  sticker,
  billboard,
  flyer,
};

/** Lays out the sides of a material, in millimetres from the top left. */
export function layoutSides(content: PrintContent): Side[] {
  return layouts[content.type](content);
}

const contactIcons: Readonly<Record<ContactIcon, LucideIcon>> = {
  phone: Phone,
  mail: Mail,
  web: Globe,
  place: MapPin,
};

interface PrintSideProps {
  side: Side;
  size: PrintSize;
  /** Accessible description. */
  name: string;
}

/** A printed side as SVG, as wide as its container. One unit is a millimetre. */
function PrintSide({ side, size, name }: PrintSideProps) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size.width} ${size.height}`}
      fontFamily="var(--font-ui)"
      textRendering="geometricPrecision"
      className="block h-auto w-full"
    >
      <rect width={size.width} height={size.height} fill={paper.white} />
      {side.parts.map((part, index) => (
        // Parts have no ids, and their order is stable.
        // oxlint-disable-next-line react/no-array-index-key
        <PartShape key={index} part={part} />
      ))}
    </svg>
  );
}

function PartShape({ part }: { part: Part }) {
  switch (part.kind) {
    case 'polygon':
      return <polygon points={pointsOf(part.corners)} fill={part.fill} />;
    case 'rounded':
      return (
        <rect
          {...part.box}
          rx={Math.min(part.box.width, part.box.height) * 0.18}
          fill={part.fill}
          opacity={part.isFaint ? 0.5 : 1}
        />
      );
    case 'cover':
      return <CoverPart {...part} />;
    case 'text':
      return <TextLines part={part} />;
    case 'service':
      return <ServiceIcon id={part.id} {...part.box} color={part.fill} />;
    case 'contact': {
      const Icon = contactIcons[part.id];
      return <Icon {...part.box} color={part.fill} aria-hidden="true" />;
    }
    case 'mark':
      return <BrandMark box={part.box} />;
    case 'logo':
      return <PrintImage href={part.href} box={part.box} align={part.align} />;
    case 'qr':
      return <PrintImage href={part.href} box={part.box} align="middle" />;
  }
}

function pointsOf(corners: readonly Corner[]): string {
  return corners.map((corner) => corner.join()).join(' ');
}

function CoverPart({ box, corners, ...cover }: Extract<Part, { kind: 'cover' }>) {
  const id = useId();
  return (
    <>
      <clipPath id={id}>
        <polygon points={pointsOf(corners)} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <CoverPicture {...cover} {...box} />
      </g>
    </>
  );
}

/** Offset of the baseline that centres capitals in their line, as a share of the font size. */
const BASELINE = 0.364;

function TextLines({ part }: { part: TextPart }) {
  const { box, fittedText, lineHeight, weight, align, fill } = part;
  const step = fittedText.size * lineHeight;
  return (
    <text
      fontSize={fittedText.size}
      fontWeight={weight === 'bold' ? 700 : 400}
      fill={fill}
      textAnchor={align}
    >
      {fittedText.lines.map((line, index) => (
        <tspan
          // Lines may repeat.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          x={align === 'end' ? box.x + box.width : box.x}
          y={box.y + step * (index + 0.5) + fittedText.size * BASELINE}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}

function BrandMark({ box }: { box: Box }) {
  return (
    <svg {...box} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill={paper.accent} />
      {brand.logo.map(({ d, opacity }) => (
        <path key={d} d={d} opacity={opacity} fill={paper.white} />
      ))}
    </svg>
  );
}

const aspectRatios = { start: 'xMinYMid meet', middle: 'xMidYMid meet', end: 'xMaxYMid meet' };

interface PrintImageProps {
  href: string;
  box: Box;
  align: 'start' | 'middle' | 'end';
}

/** A logo or QR code; nothing if the browser can't draw the file (print formats, archives). */
function PrintImage({ href, box, align }: PrintImageProps) {
  const { isMissing, onError } = useMissingImage(href);
  if (isMissing) return null;
  return <image {...box} href={href} preserveAspectRatio={aspectRatios[align]} onError={onError} />;
}
