import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type FlyerSubtype, type MarketingType, printSize } from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import { classNames } from '#src/ui/class-names.ts';
import { coversOf } from '../covers/cover-list.tsx';
import { coverPosition, type PrintContent, textsOf } from './content.ts';
import { PrintSide } from './print-side.tsx';
import { printedTexts } from './printed-texts.ts';
import { banner } from './layout-banner.ts';
import { billboard } from './layout-billboard.ts';
import { horizontalCard, verticalCard } from './layout-cards.ts';
import { flyer } from './layout-flyer.ts';
import { sticker } from './layout-sticker.ts';
import type { Side } from './parts.ts';

interface MarketingPreviewProps {
  type: MarketingType;
  /** Flyers only. */
  subtype: FlyerSubtype | null;
  /** The data entered so far, with its language. */
  input: CustomInput;
  /** Picture URLs (`blob:`, `data:` or own); null if there is none. */
  qrCode: string | null;
  logoUrl: string | null;
  /** Recommends the installer, or shows just the manufacturer's logo beside theirs (spec 2 §4). */
  brandLogo: 'recommended' | 'default';
  /** `small` shows both sides in a row, `front` only the first. */
  room?: 'large' | 'small' | 'front';
}

/** Live preview of the printed sides, in true proportions. */
export function MarketingPreview(props: MarketingPreviewProps) {
  const { type, room = 'large' } = props;
  const content = useContent(props);
  const all = useMemo(() => layoutSides(content), [content]);
  const sides = room === 'front' ? all.slice(0, 1) : all;
  const names = useSideNames(content, sides.length > 1);
  const size = printSize(type);
  return (
    <div
      className={classNames(
        'grid w-full gap-4',
        sides.length > 1 &&
          (room === 'small'
            ? 'grid-cols-2'
            : 'grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]'),
      )}
    >
      {sides.map((side) => (
        <figure key={side.id} className="min-w-0 space-y-2">
          <div className="overflow-hidden shadow-float">
            <PrintSide side={side} size={size} name={names[side.id]} />
          </div>
          {sides.length > 1 && (
            <figcaption className="text-caption text-ink-soft">
              {side.id === 'front' ? <Trans>Front side</Trans> : <Trans>Back side</Trans>}
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
      words: printedTexts(input.language),
      placeholders: {
        company: t`Company name`,
        person: t`Name and surname`,
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
  const { company, person, phone, email, short } = textsOf(content);
  const said = [company, person, short, phone, email]
    .filter(({ text, isPlaceholder }) => text !== '' && !isPlaceholder)
    .map(({ text }) => text);
  const services = (input.services ?? []).map(({ text }) => text);
  const picture = cover ? i18n._(cover.name) : null;
  const list = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');
  return {
    front: list(hasBack ? t`Preview of the front` : t`Preview`, picture, ...said),
    back: list(t`Preview of the back`, ...services),
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
