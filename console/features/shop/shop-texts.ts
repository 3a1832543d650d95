import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { operatorShopCalls, StockReason } from '#schemas/operator/shop-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';
import { timeText } from '#console/parts/country-and-time.ts';

/** A variant in the list of variants. */
export type ListedVariant = ResultOf<typeof operatorShopCalls.listShopVariants>['data'][number];
/** A product with its variants. */
export type ProductRecord = ResultOf<typeof operatorShopCalls.readProduct>;
/** A variant of a product. */
export type Variant = ProductRecord['variants'][number];

/** Queries to refetch after changing a product's variants. */
export const variantQueries = [
  'listShopVariants',
  'readProduct',
  'listStockMovements',
  'listProductTimeline',
  'listAudit',
] as const;

type ProductVisibility = 'shown' | 'hidden' | 'inactive';
type Visibility = Pick<ProductRecord, 'active' | 'is_visible'>;

const visibilityTexts = {
  shown: msg`In the shop`,
  hidden: msg({ message: 'Hidden', context: 'product' }),
  inactive: msg`Not for sale`,
} as const;
const visibilityTones = { shown: 'good', hidden: 'neutral', inactive: 'warn' } as const;

export const visibilityText = (i18n: I18n, visibility: ProductVisibility): string =>
  i18n._(visibilityTexts[visibility]);
export const visibilityTone = (visibility: ProductVisibility): Tone => visibilityTones[visibility];

/**
 * Returns a product's visibility: shown, hidden or inactive. A product that isn't for sale can't be ordered, so it's
 * inactive even if it's visible.
 */
export function visibilityOf({ active, is_visible: isVisible }: Visibility): ProductVisibility {
  if (!active) return 'inactive';
  return isVisible ? 'shown' : 'hidden';
}

/** Returns the scheduled changes to a product's visibility as text, or a dash if there are none. */
export function plannedText(
  i18n: I18n,
  { show_at: showAt, hide_at: hideAt }: Pick<ProductRecord, 'show_at' | 'hide_at'>,
): string {
  const texts = [
    showAt !== null && i18n._(msg`Shown from ${timeText(i18n, showAt)}`),
    hideAt !== null && i18n._(msg`Hidden from ${timeText(i18n, hideAt)}`),
  ].filter(Boolean);
  return texts.join(', ') || '–';
}

/** Name of a variant, including the name of its product: "Gloves, Size: 8". */
export const variantName = (product: string, { title }: Pick<Variant, 'title'>): string =>
  title === '' ? product : `${product}, ${title}`;

const reasons: Readonly<Record<StockReason, ReturnType<typeof msg>>> = {
  opening: msg`Initial stock`,
  order: msg({ message: 'Ordered', context: 'stock' }),
  order_rejected: msg`Order rejected`,
  setup: msg`Changed by the setup`,
  removed: msg`Variant removed`,
  delivery: msg({ message: 'Delivery', context: 'stock' }),
  count: msg({ message: 'Count', context: 'stock' }),
  damaged: msg({ message: 'Damaged', context: 'stock' }),
  returned: msg({ message: 'Return', context: 'stock' }),
  other: msg({ message: 'Other', context: 'stock' }),
};

/** Reason for a stock movement. */
export const reasonText = (i18n: I18n, reason: StockReason): string => i18n._(reasons[reason]);
