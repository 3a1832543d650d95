import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Ban, ShoppingCart, Smartphone, Store, Truck } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { MAX_SHOWN_STOCK, type ShopProduct, type ShopVariant } from '#schemas/shop-product.ts';
import { isDelivered } from '#schemas/vendors.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { Gallery } from '#src/ui/media/gallery.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { LOW_STOCK, type PointsFormat } from './product-card.tsx';
import { useVendorName } from './use-vendor-name.ts';

/** An image of a product. */
interface ProductPicture {
  readonly id: number;
  readonly src: string;
  /** Alt text, otherwise the image’s number or the product’s name. */
  readonly name: string;
  /** Missing if the editor wrote none. */
  readonly alt?: string;
}

/** Images of a product in display order. */
export function useProductPictures({
  images: { list },
  name: productName,
}: Pick<ShopProduct, 'images' | 'name'>): ProductPicture[] {
  const { t } = useLingui();
  const pictureCount = list.length;
  return list
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, l, alt }, index) => {
      const number = index + 1;
      const name =
        alt || (pictureCount > 1 ? t`Picture ${number} of ${pictureCount}` : productName);
      return { id: position, src: l, name, ...(alt !== undefined && { alt }) };
    });
}

interface ProductGalleryProps {
  readonly pictures: readonly ProductPicture[];
  /** False if the images extend to the edges of the screen. */
  readonly isFramed: boolean;
  /** Wraps an image in a button that enlarges it. */
  readonly frame?: (index: number, picture: ReactElement) => ReactElement;
}

/** Images of a product, one at a time. */
export function ProductGallery(props: ProductGalleryProps) {
  const { t } = useLingui();
  return (
    <Gallery
      label={t`Pictures`}
      pictureLabel={(number, pictureCount) => t`Picture ${number} of ${pictureCount}`}
      previousLabel={t`Previous picture`}
      nextLabel={t`Next picture`}
      {...props}
    />
  );
}

interface ProductDetailProps {
  readonly product: Pick<ShopProduct, 'type' | 'description' | 'variants'>;
  /** The chosen variant. */
  readonly variant: ShopVariant;
  readonly onVariantSelect: (variant: ShopVariant) => void;
  readonly format: PointsFormat;
  /** Shown next to the price. */
  readonly balance?: ReactNode;
  /** Units of the variant in the cart. */
  readonly inCart?: number;
  /** Shown below the price. */
  readonly conditions?: ReactNode;
  /** Shown between the variants and the description. */
  readonly purchase?: ReactNode;
}

/** A product’s price, stock, variants and description, as installers see them next to or below its images. */
export function ProductDetail({ product, variant, onVariantSelect, ...props }: ProductDetailProps) {
  const { format, balance, inCart = 0, conditions, purchase } = props;
  return (
    <div className="space-y-5">
      <div className="space-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <PointsNumber
            value={variant.price}
            format={format.number}
            size="heading"
            label={format.points(variant.price)}
          />
          {balance}
        </div>
        <ProductTags product={product} variant={variant} inCart={inCart} />
      </div>
      {conditions}
      <VariantChoice variants={product.variants} selected={variant} onSelect={onVariantSelect} />
      {purchase}
      <HtmlText html={product.description} />
      <SoldBy product={product} variant={variant} />
    </div>
  );
}

/** The vendor and its product number. */
function SoldBy({
  product,
  variant,
}: {
  product: Pick<ShopProduct, 'type'>;
  variant: ShopVariant;
}) {
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

interface VariantChoiceProps {
  variants: readonly ShopVariant[];
  selected: ShopVariant;
  onSelect: (variant: ShopVariant) => void;
}

/** Selects a variant by its attributes. Renders nothing if there is only one variant. */
function VariantChoice({ variants, selected: selectedVariant, onSelect }: VariantChoiceProps) {
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
              value={attributeValue(selectedVariant, uuid) ?? ''}
              onValueChange={(value) =>
                onSelect(selectVariant(variants, selectedVariant, uuid, value))
              }
              options={values.map((value) => ({ value: value.uuid, label: value.name }))}
            />
          </div>
        );
      })}
    </div>
  );
}

interface ProductTagsProps {
  product: Pick<ShopProduct, 'type'>;
  variant: ShopVariant;
  /** Units of the variant in the cart. */
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

/** Stock of a variant. */
function StockText({ stock }: { stock: number }) {
  if (stock === 0) {
    return (
      <Badge icon={<Ban />}>
        <Trans>Sold out</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone={stock > LOW_STOCK ? 'good' : 'warn'}>
      {stock > MAX_SHOWN_STOCK ? (
        <Trans>In stock</Trans>
      ) : (
        <Plural value={stock} one="# in stock" other="# in stock" />
      )}
    </Badge>
  );
}

// Selects a product's variant by its attributes (spec 2 §3: `attrs`).

/** An attribute by which the variants differ, and its values. */
interface VariantAttribute {
  readonly uuid: string;
  readonly name: string;
  readonly values: readonly { readonly uuid: string; readonly name: string }[];
}

/** The attributes by which variants differ, in order of appearance. */
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

/** Returns the variant to show first: the first one in stock, or the first one if all are sold out. */
export function firstVariant(variants: readonly ShopVariant[]): ShopVariant | undefined {
  return variants.find(({ stock }) => stock > 0) ?? variants[0];
}

/**
 * Selects, from the variants with the chosen value, the one that shares the most attributes with the current variant.
 * Every choice therefore leads to an existing variant. Among equals, it prefers a variant in stock.
 */
export function selectVariant(
  variants: readonly ShopVariant[],
  selectedVariant: ShopVariant,
  attribute: string,
  value: string,
): ShopVariant {
  const sharedCount = (variant: ShopVariant) =>
    variant.attrs.filter(
      ({ attrUuid, attrValueUuid }) => attributeValue(selectedVariant, attrUuid) === attrValueUuid,
    ).length;
  const candidates = variants
    .filter((variant) => attributeValue(variant, attribute) === value)
    .toSorted(
      (a, b) => sharedCount(b) - sharedCount(a) || Number(b.stock > 0) - Number(a.stock > 0),
    );
  return candidates[0] ?? selectedVariant;
}
