import { useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { use, type KeyboardEvent } from 'react';
import { LOW_STOCK } from '#schemas/operator/shop-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { useMissingImage } from '#src/ui/media/use-missing-image.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { parsePrice, ShopEditsContext, type EditedVariant } from './price-edits.ts';

/** A product's thumbnail, shown before its name; an empty square if it has none. */
export function ProductPicture({ src }: { src: string | null }) {
  const { isMissing, onError } = useMissingImage(src);
  const frame = 'me-2.5 inline-block size-8 rounded-control align-middle card-line';
  if (src === null || isMissing) return <span className={`${frame} bg-surface-sunken`} />;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onError}
      className={`${frame} bg-stage object-cover`}
    />
  );
}

/** A variant's price; a field while prices are being edited. */
export function PriceCell({ variant }: { variant: EditedVariant }) {
  const { t, i18n } = useLingui();
  const { isEditing, canEdit, prices, setPrice } = use(ShopEditsContext);
  if (!isEditing || !canEdit(variant.region)) return i18n.number(variant.price);
  const edit = prices.get(variant.id);
  const text = edit?.text ?? String(variant.price);
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event;
    if (key === 'Enter' || key === 'ArrowDown') focusPrice(field, 1);
    else if (key === 'ArrowUp') focusPrice(field, -1);
    else if (key === 'Escape') setPrice(variant, String(edit?.variant.price ?? variant.price));
    else return;
    event.preventDefault();
  };
  return (
    <input
      data-price
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={t`Price of ${variant.name}`}
      aria-invalid={parsePrice(text) === null || undefined}
      value={text}
      onChange={({ target }) => setPrice(variant, target.value)}
      onFocus={({ target }) => target.select()}
      onKeyDown={handleKey}
      className={classNames(
        '-my-1.5 min-h-tool w-full min-w-16 rounded-control border px-2 text-end text-small tnum -outline-offset-2',
        parsePrice(text) === null
          ? 'border-bad bg-bad-soft'
          : edit
            ? 'border-info bg-info-soft font-semibold'
            : 'border-line-strong bg-surface-raised',
      )}
    />
  );
}

/** Moves the focus to the price of the next or previous row. */
function focusPrice(field: HTMLInputElement, step: number): void {
  const fields = [...(field.closest('table')?.querySelectorAll('input') ?? [])].filter(
    ({ dataset }) => 'price' in dataset,
  );
  fields[fields.indexOf(field) + step]?.focus();
}

/** A variant's stock, and the button that changes it. */
export function StockCell({ variant }: { variant: EditedVariant }) {
  const { t, i18n } = useLingui();
  const { canEdit, changeStock } = use(ShopEditsContext);
  const stock = i18n.number(variant.stock);
  const content =
    variant.stock > LOW_STOCK ? (
      stock
    ) : (
      <Badge tone={variant.stock === 0 ? 'bad' : 'warn'}>{stock}</Badge>
    );
  if (!canEdit(variant.region)) return content;
  return (
    <SmallActionButton
      aria-label={t`${stock} in stock of ${variant.name}: change`}
      onClick={() => changeStock(variant)}
      className="-my-1.5 inline-flex min-h-tool min-w-tool items-center justify-end gap-1.5 rounded-control px-1 hover:underline [&>svg]:size-4 [&>svg]:text-ink-soft"
    >
      {content}
      <Pencil />
    </SmallActionButton>
  );
}
