import { useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { use, type KeyboardEvent } from 'react';
import { LOW_STOCK } from '#schemas/operator/shop-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { useMissingImage } from '#src/ui/media/use-missing-image.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { parsePrice, withPrice } from './price-edits.ts';
import { isStockAllowed, withStock } from './stock-edits.ts';
import { ShopEditsContext, type EditedVariant } from './variant-edits.ts';

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

interface NumberFieldProps {
  readonly label: string;
  readonly text: string;
  readonly isValid: boolean;
  readonly isEdited: boolean;
  readonly onChange: (text: string) => void;
  /** Called when Escape is pressed, to restore the old value. */
  readonly onReset: () => void;
}

/**
 * Field for a number in a column that is being edited. Enter and the down arrow move the focus to the next row, and the
 * up arrow moves it to the previous row.
 */
function NumberField({ label, text, isValid, isEdited, onChange, onReset }: NumberFieldProps) {
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event;
    if (key === 'Enter' || key === 'ArrowDown') focusNeighbour(field, 1);
    else if (key === 'ArrowUp') focusNeighbour(field, -1);
    else if (key === 'Escape') onReset();
    else return;
    event.preventDefault();
  };
  return (
    <input
      data-edited
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={!isValid || undefined}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onFocus={({ target }) => target.select()}
      onKeyDown={handleKey}
      className={classNames(
        '-my-1.5 min-h-tool w-full min-w-16 rounded-control border px-2 text-end text-small tnum -outline-offset-2',
        !isValid
          ? 'border-bad bg-bad-soft'
          : isEdited
            ? 'border-info bg-info-soft font-semibold'
            : 'border-line-strong bg-surface-raised',
      )}
    />
  );
}

/** Moves the focus to the field of the next or previous row. */
function focusNeighbour(field: HTMLInputElement, step: number): void {
  const fields = [...(field.closest('table')?.querySelectorAll('input') ?? [])].filter(
    ({ dataset }) => 'edited' in dataset,
  );
  fields[fields.indexOf(field) + step]?.focus();
}

/** A variant's price; a field while prices are being edited. */
export function PriceCell({ variant }: { variant: EditedVariant }) {
  const { t, i18n } = useLingui();
  const { column, canEdit, edits, setEdits } = use(ShopEditsContext);
  if (column !== 'price' || !canEdit(variant.region)) return i18n.number(variant.price);
  const edit = edits.get(variant.id);
  const text = edit?.text ?? String(variant.price);
  const setPrice = (newText: string) => setEdits((old) => withPrice(old, variant, newText));
  return (
    <NumberField
      label={t`Price of ${variant.name}`}
      text={text}
      isValid={parsePrice(text) !== null}
      isEdited={edit !== undefined}
      onChange={setPrice}
      onReset={() => setPrice(String(edit?.variant.price ?? variant.price))}
    />
  );
}

/** A variant's stock: a field while the stock is being edited, otherwise a button that opens the dialog. */
export function StockCell({ variant }: { variant: EditedVariant }) {
  const { t, i18n } = useLingui();
  const { column, canEdit, edits, setEdits, changeStock } = use(ShopEditsContext);
  if (column === 'stock' && canEdit(variant.region)) {
    const edit = edits.get(variant.id);
    const text = edit?.text ?? String(variant.stock);
    const setStock = (newText: string) => setEdits((old) => withStock(old, variant, newText));
    return (
      <NumberField
        label={t`Stock of ${variant.name}`}
        text={text}
        isValid={isStockAllowed(edit?.variant ?? variant, text)}
        isEdited={edit !== undefined}
        onChange={setStock}
        onReset={() => setStock(String(edit?.variant.stock ?? variant.stock))}
      />
    );
  }
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
