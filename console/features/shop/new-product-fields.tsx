import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import type { ProductCategory } from '#schemas/operator/shop-category-calls.ts';
import { MAX_PRODUCT_NAME, MAX_PRODUCT_NUMBER } from '#schemas/operator/shop-product-calls.ts';
import { vendorName, vendorTypes } from '#schemas/vendors.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { materials, needsMaterial, type TypedProduct } from './typed-product.ts';
import { VariantFields } from './variant-fields.tsx';

const materialTexts = {
  banner: msg`Banner`,
  horizontal_card: msg`Business card, wide`,
  vertical_card: msg`Business card, tall`,
  sticker: msg`Sticker`,
  billboard: msg`Billboard`,
  flyer: msg`Flyer`,
} as const;
const subjectTexts = {
  services: msg`Flyer: services`,
  electric: msg`Flyer: electric roof windows`,
  replacement: msg`Flyer: replacing windows`,
  dsp: msg`Flyer: blinds and shutters`,
} as const;

const materialText = (i18n: I18n, { type, subtype }: MarketingMaterial): string =>
  i18n._(subtype === null ? materialTexts[type] : subjectTexts[subtype]);

interface ProductFieldsProps {
  readonly typedProduct: TypedProduct;
  readonly onChange: (changes: Partial<TypedProduct>) => void;
  /** Categories of the country. */
  readonly categories: readonly ProductCategory[];
  readonly showErrors: boolean;
}

/** Fields of a new product and its first variant. */
export function ProductFields({
  typedProduct,
  onChange,
  categories,
  showErrors,
}: ProductFieldsProps) {
  const { t, i18n } = useLingui();
  const error = (isInvalid: boolean, text: string) => (showErrors && isInvalid ? text : undefined);
  return (
    <>
      <SelectField
        label={t`Vendor`}
        hint={t`It decides how the product is ordered, and can’t be changed later.`}
        placeholder={t`Choose a vendor`}
        options={vendorTypes.map((value) => ({
          value,
          label: `${vendorName(value) ?? t`Own goods`} (${value})`,
        }))}
        value={typedProduct.type}
        error={error(typedProduct.type === '', t`Choose a vendor.`)}
        onChange={({ target }) => onChange({ type: target.value })}
      />
      {needsMaterial(typedProduct) && (
        <SelectField
          label={t`Marketing material`}
          placeholder={t`Choose the material`}
          options={materials.map((material) => ({
            value: material.id,
            label: materialText(i18n, material),
          }))}
          value={typedProduct.material}
          error={error(typedProduct.material === '', t`Choose the material.`)}
          onChange={({ target }) => onChange({ material: target.value })}
        />
      )}
      <TextField
        label={t({ message: 'Name', context: 'product' })}
        hint={t`In the country’s language, as installers read it.`}
        autoComplete="off"
        maxLength={MAX_PRODUCT_NAME}
        value={typedProduct.name}
        error={error(
          normaliseLine(typedProduct.name) === '',
          t({ message: 'Enter a name.', context: 'thing' }),
        )}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={t`Product number`}
        hint={t`It identifies the product in the country’s setup files.`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_PRODUCT_NUMBER}
        value={typedProduct.number}
        error={error(normaliseLine(typedProduct.number) === '', t`Enter a number.`)}
        onChange={({ target }) => onChange({ number: target.value })}
      />
      <SelectField
        label={t`Category`}
        placeholder={t({ message: 'None', context: 'category' })}
        options={categories.map(({ id, name, is_visible: isVisible }) => ({
          value: id,
          label: isVisible ? name : t`${name} (hidden)`,
        }))}
        value={
          categories.some(({ id }) => id === typedProduct.category) ? typedProduct.category : ''
        }
        onChange={({ target }) => onChange({ category: target.value })}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">{t`First variant`}</legend>
        <VariantFields
          typedVariant={typedProduct.variant}
          showErrors={showErrors}
          onChange={(changes) => onChange({ variant: { ...typedProduct.variant, ...changes } })}
        />
      </fieldset>
    </>
  );
}
