import { Globe, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import { useId } from 'react';
import type { PrintSize } from '#schemas/marketing-pictures.ts';
import { brand } from '#brand';
import { useMissingImage } from '#src/ui/media/use-missing-image.ts';
import { CoverPicture } from '../covers/cover-picture.tsx';
import { ServiceIcon } from '../covers/service-icon.tsx';
import { paper } from './paper.ts';
import type { Box, ContactIcon, Corner, Part, Side, TextPart } from './parts.ts';

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
export function PrintSide({ side, size, name }: PrintSideProps) {
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
      {side.parts.map((part, at) => (
        // Parts have no ids, and their order is stable.
        // oxlint-disable-next-line react/no-array-index-key
        <PartShape key={at} part={part} />
      ))}
    </svg>
  );
}

function PartShape({ part }: { part: Part }) {
  switch (part.kind) {
    case 'ground':
      return <polygon points={pointsOf(part.corners)} fill={part.fill} />;
    case 'tile':
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
      return <SentPicture href={part.href} box={part.box} align={part.align} />;
    case 'qr':
      return <SentPicture href={part.href} box={part.box} align="middle" />;
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

/** Baseline offset that centres capitals in their line. */
const BASELINE = 0.364;

function TextLines({ part }: { part: TextPart }) {
  const { box, fitted, lineHeight, weight, align, fill } = part;
  const step = fitted.size * lineHeight;
  return (
    <text
      fontSize={fitted.size}
      fontWeight={weight === 'bold' ? 700 : 400}
      fill={fill}
      textAnchor={align}
    >
      {fitted.lines.map((line, at) => (
        <tspan
          // Lines may repeat.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          x={align === 'end' ? box.x + box.width : box.x}
          y={box.y + step * (at + 0.5) + fitted.size * BASELINE}
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

const aligned = { start: 'xMinYMid meet', middle: 'xMidYMid meet', end: 'xMaxYMid meet' };

interface SentPictureProps {
  href: string;
  box: Box;
  align: 'start' | 'middle' | 'end';
}

/** A logo or QR code; nothing if the browser can't draw the file (print formats, archives). */
function SentPicture({ href, box, align }: SentPictureProps) {
  const { isMissing, onError } = useMissingImage(href);
  if (isMissing) return null;
  return <image {...box} href={href} preserveAspectRatio={aligned[align]} onError={onError} />;
}
