import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Store, ShoppingCart, Smartphone, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShopProductDocument, ShopVariant } from '#schemas/shop-product.ts';
import { isDelivered } from '#schemas/vendors.ts';
import { useMediaQuery } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useFormat } from '#src/data/text/format.ts';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { useScrolledPast } from '#src/ui/focus/use-scrolled-past.ts';
import { HtmlText } from '#src/ui/html-text.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { Gallery } from '#src/ui/media/gallery.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { StockText } from './stock-text.tsx';
import { RemainingBalance, MissingPoints, usePurchase, type Purchase } from './use-purchase.tsx';

interface ProductPageProps {
  product: ShopProductDocument;
  /** Conditions for ordering it, shown above the price. */
  conditions?: ReactNode;
  /** Reason why this company can't order it now. */
  disabledReason?: string | undefined;
}

/** A product with pictures, price, stock and the order button. */
export function ProductPage({ product, conditions, disabledReason }: ProductPageProps) {
  usePageTitle(product.name);
  const [variantId, setVariantId] = useState(() => firstVariant(product.variants)?.uuid);
  const { variants } = product;
  // The selected variant may no longer be sold.
  const variant = variants.find(({ uuid }) => uuid === variantId) ?? firstVariant(variants);
  const purchase = usePurchase(product, variant, disabledReason);
  // The button is beside the picture on wide screens, otherwise at the bottom, within thumb reach.
  const isTwoColumn = useMediaQuery('(min-width: 37.5rem)');
  if (!variant) return null;
  const { quantity, inCart } = purchase.picker;
  // Reasons why it can't be ordered are shown beside the button.
  const purchaseSection = (
    <>
      <MissingPoints product={product} variant={variant} quantity={quantity} />
      <div className="flex flex-wrap items-start gap-3">
        <PurchaseFields purchase={purchase} />
        <div className="min-w-0 flex-[1_1_9rem]">{purchase.button}</div>
      </div>
    </>
  );
  const details = (
    <div className="space-y-5">
      <div className="space-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Price variant={variant} />
          <RemainingBalance product={product} variant={variant} quantity={quantity} />
        </div>
        <ProductTags product={product} variant={variant} inCart={inCart} />
      </div>
      {conditions}
      <VariantChoice
        variants={variants}
        selected={variant}
        onSelect={({ uuid }) => setVariantId(uuid)}
      />
      {isTwoColumn && purchaseSection}
      <HtmlText html={product.description} />
      <SoldBy product={product} variant={variant} />
    </div>
  );
  if (isTwoColumn) {
    return (
      <Page title={product.name} width="wide">
        <div className="grid grid-cols-2 items-start gap-6 desk:gap-8">
          <Pictures product={product} isFramed />
          {details}
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={product.name}
      width="wide"
      above={
        <StageHeader>
          <div data-detail-picture>
            <Pictures product={product} isFramed={false} />
          </div>
        </StageHeader>
      }
      footer={purchaseSection}
    >
      {details}
    </Page>
  );
}

function Pictures({ product, isFramed }: { product: ShopProductDocument; isFramed: boolean }) {
  const { t } = useLingui();
  const count = product.images.list.length;
  const pictureLabel = (number: number, pictureCount: number) =>
    t`Picture ${number} of ${pictureCount}`;
  const pictures = product.images.list
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, l, alt }, index) => {
      const name = alt || (count > 1 ? pictureLabel(index + 1, count) : product.name);
      return { id: position, src: l, name, ...(alt !== undefined && { alt }) };
    });
  return (
    <EnlargedPictures
      group="product"
      pictures={pictures.map(({ id, src, name }) => ({ id, src, alt: name }))}
    >
      {(open) => (
        <Gallery
          label={t`Pictures`}
          pictures={pictures}
          isFramed={isFramed}
          frame={(index, picture) => {
            const alt = pictures[index]?.name ?? '';
            return (
              <EnlargeButton
                label={t`Enlarge: ${alt}`}
                onPress={() => open(index)}
                className="w-full"
              >
                {picture}
              </EnlargeButton>
            );
          }}
          pictureLabel={pictureLabel}
          previousLabel={t`Previous picture`}
          nextLabel={t`Next picture`}
        />
      )}
    </EnlargedPictures>
  );
}

function Price({ variant: { price } }: { variant: ShopVariant }) {
  const format = useFormat();
  return (
    <PointsNumber
      value={price}
      format={format.number}
      size="heading"
      label={format.points(price)}
    />
  );
}

/** The vendor and its product number. */
function SoldBy({ product, variant }: { product: ShopProductDocument; variant: ShopVariant }) {
  const { t } = useLingui();
  const vendorName = useVendorName();
  const name = vendorName(product.type);
  return (
    <List>
      <ListRow
        thumbnail={<IconTile tone="system" icon={<Store />} />}
        title={t`Sold by ${name}`}
        meta={<Trans>Product code: {variant.sku}</Trans>}
      />
    </List>
  );
}

/** Top area of a product's screen, behind the app's header until scrolled out. */
function StageHeader({ children }: { children: ReactNode }) {
  // Height of the header, in px.
  const { ref, isScrolledPast } = useScrolledPast(72);
  return (
    <div ref={ref} data-left={isScrolledPast ? '' : undefined} className="stage-head">
      {children}
    </div>
  );
}

/** Quantity field; nothing if there is no choice. */
function PurchaseFields({ purchase }: { purchase: Pick<Purchase, 'picker'> }) {
  const { t } = useLingui();
  const { quantity, min, max, setQuantity } = purchase.picker;
  if (max <= 1) return null;
  return (
    <NumberField
      variant="pill"
      label={t`Quantity`}
      value={quantity}
      onValueChange={(value) => setQuantity(value ?? min)}
      invalidText={t`Enter a whole number.`}
      min={min}
      max={max}
      decreaseLabel={t`Decrease quantity`}
      increaseLabel={t`Increase quantity`}
    />
  );
}

interface VariantChoiceProps {
  variants: readonly ShopVariant[];
  selected: ShopVariant;
  onSelect: (variant: ShopVariant) => void;
}

/** Selects a variant by its attributes; nothing if there is no choice. */
function VariantChoice({ variants, selected, onSelect }: VariantChoiceProps) {
  const { t } = useLingui();
  const attributes = variantAttributes(variants);
  if (attributes.length === 0) return null;
  return (
    <div className="space-y-3">
      {attributes.map(({ uuid, name, values }) => {
        const label = name || t`Variant`;
        return (
          <div key={uuid}>
            <p aria-hidden="true" className="mb-1.5 text-small font-semibold">
              {label}
            </p>
            <FilterChips
              label={label}
              wrap
              value={attributeValue(selected, uuid) ?? ''}
              onValueChange={(value) => onSelect(selectVariant(variants, selected, uuid, value))}
              options={values.map((value) => ({ value: value.uuid, label: value.name }))}
            />
          </div>
        );
      })}
    </div>
  );
}

interface ProductTagsProps {
  product: ShopProductDocument;
  variant: ShopVariant;
  /** Units of it in the cart. */
  inCart: number;
}

/** Stock, delivery and the number in the cart. */
function ProductTags({ product, variant, inCart }: ProductTagsProps) {
  const { t } = useLingui();
  return (
    <p className="flex flex-wrap gap-2">
      <StockText stock={variant.stock} />
      {isDelivered(product.type) ? (
        <Badge icon={<Truck />}>
          <Trans>Delivery is free</Trans>
        </Badge>
      ) : (
        <Badge icon={<Smartphone />}>
          <Trans>Delivered in the app</Trans>
        </Badge>
      )}
      {inCart > 0 && (
        <Badge icon={<ShoppingCart />}>
          {t`${plural(inCart, { one: '# in your cart', other: '# in your cart' })}`}
        </Badge>
      )}
    </p>
  );
}

// Selects a product's variant by its attributes (spec 2 §3: `attrs`).

/** An attribute in which the variants differ, and its values. */
interface VariantAttribute {
  readonly uuid: string;
  readonly name: string;
  readonly values: readonly { readonly uuid: string; readonly name: string }[];
}

/** The attributes in which variants differ, in order of appearance. */
export function variantAttributes(variants: readonly ShopVariant[]): VariantAttribute[] {
  const attrs = variants.flatMap((variant) => variant.attrs);
  const names = new Map(attrs.map(({ attrUuid, attrName }) => [attrUuid, attrName]));
  return [...names]
    .map(([uuid, name]) => {
      const attributeValues = attrs.filter(({ attrUuid }) => attrUuid === uuid);
      const values = new Map(
        attributeValues.map((value) => [value.attrValueUuid, value.attrValueName]),
      );
      return { uuid, name, values: [...values].map(([id, value]) => ({ uuid: id, name: value })) };
    })
    .filter(({ values }) => values.length > 1);
}

/** A variant's value of an attribute; undefined if it has none. */
export function attributeValue(variant: ShopVariant, attribute: string): string | undefined {
  return variant.attrs.find(({ attrUuid }) => attrUuid === attribute)?.attrValueUuid;
}

/** The variant shown first: available ones before sold-out ones; undefined if there are none. */
export function firstVariant(variants: readonly ShopVariant[]): ShopVariant | undefined {
  return variants.find(({ stock }) => stock > 0) ?? variants[0];
}

/**
 * Selects the variant with the chosen value that shares the most with the current one, so that
 * every choice leads to an existing variant; prefers available ones.
 */
export function selectVariant(
  variants: readonly ShopVariant[],
  selected: ShopVariant,
  attribute: string,
  value: string,
): ShopVariant {
  const sharedCount = (variant: ShopVariant) =>
    variant.attrs.filter(
      ({ attrUuid, attrValueUuid }) => attributeValue(selected, attrUuid) === attrValueUuid,
    ).length;
  const candidates = variants
    .filter((variant) => attributeValue(variant, attribute) === value)
    .toSorted(
      (a, b) => sharedCount(b) - sharedCount(a) || Number(b.stock > 0) - Number(a.stock > 0),
    );
  return candidates[0] ?? selected;
}
