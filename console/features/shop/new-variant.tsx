import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { MAX_ATTRIBUTE, shopProductCalls } from '#schemas/operator/shop-product-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { variantQueries, type ProductRecord } from './shop-texts.ts';
import { emptyVariant, variantBody } from './typed-product.ts';
import { VariantFields } from './variant-fields.tsx';

interface NewVariantProps {
  readonly product: ProductRecord;
  readonly onClose: () => void;
}

/**
 * Dialog that adds a variant to a product. If the product has no attribute yet that distinguishes its variants, the
 * dialog also asks for one.
 */
export function NewVariant({ product, onClose }: NewVariantProps) {
  const { t } = useLingui();
  const { names, isFirstAttribute, hasOneVariant, values, setValue, attributes, existing } =
    useAttributes(product);
  const [typedVariant, setTypedVariant] = useState(emptyVariant);
  const action = useOperatorAction(shopProductCalls.addShopVariant, { refetches: variantQueries });
  const variant = variantBody(typedVariant);
  const submit = async (why: string) => {
    if (variant === null) return;
    await action.mutateAsync({
      params: { id: product.id },
      body: { ...variant, attributes, ...(existing.length > 0 && { existing }), why },
    });
    showToast({ subject: 'variants', tone: 'good', message: t`The variant was added.` });
    onClose();
  };
  const isComplete = [...attributes, ...existing].every(
    ({ name, value }) => name !== '' && value !== '',
  );
  const sku = product.variants[0]?.sku ?? '';
  return (
    <ActionDialog
      title={t`Add a variant of ${product.name}`}
      description={t`Installers choose between variants by their attributes, such as size or colour.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={variant !== null && isComplete}
      submitLabel={<Trans>Add the variant</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => {
        const field = (key: string, label: string, hint?: string) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            autoComplete="off"
            maxLength={MAX_ATTRIBUTE}
            value={values[key] ?? ''}
            error={
              showErrors && normaliseLine(values[key] ?? '') === ''
                ? t`This field can’t be empty.`
                : undefined
            }
            onChange={({ target }) => setValue(key, target.value)}
          />
        );
        return (
          <>
            {isFirstAttribute ? (
              <>
                {field('name', t`Attribute`, t`Such as “Size”, in the country’s language.`)}
                {hasOneVariant && field('existing', t`Value of ${sku}`)}
                {field('new', t`Value of the new variant`)}
              </>
            ) : (
              names.map((name) => field(`new ${name}`, name))
            )}
            <VariantFields
              typedVariant={typedVariant}
              showErrors={showErrors}
              onChange={(changes) => setTypedVariant((variant) => ({ ...variant, ...changes }))}
            />
          </>
        );
      }}
    </ActionDialog>
  );
}

/**
 * Returns the typed attributes of the new variant. If the product's only existing variant has none, returns its typed
 * attributes too.
 */
function useAttributes({ shown: { variants } }: ProductRecord) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const valueOf = (key: string) => normaliseLine(values[key] ?? '');
  const describedVariant = variants.find(({ attrs }) => attrs.length > 0);
  const names = describedVariant?.attrs.map(({ attrName }) => attrName) ?? [];
  const isFirstAttribute = names.length === 0;
  // The call can describe only one existing variant. Older setups may have left several variants without attributes.
  const hasOneVariant = isFirstAttribute && variants.length === 1;
  const attribute = (key: string) => ({ name: valueOf('name'), value: valueOf(key) });
  return {
    ...{ names, isFirstAttribute, hasOneVariant, values },
    setValue: (key: string, value: string) => setValues((all) => ({ ...all, [key]: value })),
    attributes: isFirstAttribute
      ? [attribute('new')]
      : names.map((name) => ({ name, value: valueOf(`new ${name}`) })),
    existing: hasOneVariant ? [attribute('existing')] : [],
  };
}
