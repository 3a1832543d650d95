import { useLingui } from '@lingui/react/macro';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { MAX_MOVEMENT, MAX_PRICE } from '#schemas/operator/shop-calls.ts';
import { MAX_PRODUCT_NUMBER } from '#schemas/operator/shop-product-calls.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { parsePrice } from './price-edits.ts';
import { parseStock, type TypedVariant } from './typed-product.ts';

interface VariantFieldsProps {
  readonly typedVariant: TypedVariant;
  readonly onChange: (changes: Partial<TypedVariant>) => void;
  /** True once errors are shown. */
  readonly showErrors: boolean;
}

/** Number, price and initial stock of a new variant. */
export function VariantFields({ typedVariant, onChange, showErrors }: VariantFieldsProps) {
  const { t, i18n } = useLingui();
  const error = (isInvalid: boolean, text: string) => (showErrors && isInvalid ? text : undefined);
  const [maxPrice, maxStock] = [i18n.number(MAX_PRICE), i18n.number(MAX_MOVEMENT)];
  return (
    <>
      <TextField
        label={t`Variant number`}
        hint={t`The vendor’s number, used in orders and price files. No other variant in the country has it.`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_PRODUCT_NUMBER}
        value={typedVariant.sku}
        error={error(normaliseLine(typedVariant.sku) === '', t`Enter a number.`)}
        onChange={({ target }) => onChange({ sku: target.value })}
      />
      <div className="grid gap-4 tablet:grid-cols-2">
        <TextField
          label={t`Price in points`}
          inputMode="numeric"
          autoComplete="off"
          value={typedVariant.price}
          error={error(
            parsePrice(typedVariant.price) === null,
            t`Enter a whole number from 1 to ${{ max: maxPrice }}.`,
          )}
          onChange={({ target }) => onChange({ price: target.value })}
        />
        <TextField
          label={t`Stock`}
          inputMode="numeric"
          autoComplete="off"
          value={typedVariant.stock}
          error={error(
            parseStock(typedVariant.stock) === null,
            t`Enter a whole number up to ${{ max: maxStock }}.`,
          )}
          onChange={({ target }) => onChange({ stock: target.value })}
        />
      </div>
    </>
  );
}
