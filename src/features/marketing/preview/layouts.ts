import type { MarketingType } from '#schemas/marketing-pictures.ts';
import type { PrintContent } from './content.ts';
import { banner } from './layout-banner.ts';
import { billboard } from './layout-billboard.ts';
import { horizontalCard, verticalCard } from './layout-cards.ts';
import { flyer } from './layout-flyer.ts';
import { sticker } from './layout-sticker.ts';
import type { Side } from './parts.ts';

const layouts: Readonly<Record<MarketingType, (content: PrintContent) => Side[]>> = {
  banner,
  horizontal_card: horizontalCard,
  vertical_card: verticalCard,
  sticker,
  billboard,
  flyer,
};

/** The sides of a piece, each as what lies on it, in millimetres from its upper left corner. */
export function layoutSides(content: PrintContent): Side[] {
  return layouts[content.type](content);
}
