import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import { shopProductCalls } from '#schemas/operator/shop-product-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { ProductFields } from './new-product-fields.tsx';
import { emptyProduct, productBody, typedProductSchema } from './typed-product.ts';

/** Typed values, as stored in a draft. */
const typedForm = v.object({ region: v.nullable(v.number()), product: typedProductSchema });

interface NewProductProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Form that adds a hidden product with its first variant. */
export function NewProduct({ isOpen, onClose }: NewProductProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New product`}
      description={t`Installers don’t see it until you make it visible.`}
    >
      <NewProductForm />
    </SideSheet>
  );
}

function NewProductForm() {
  const { t } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const { region, field, ...regionState } = useRegionField('shop.edit');
  const [typedProduct, setTypedProduct] = useState(emptyProduct);
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'product', record: 'new', schema: typedForm },
    read: () => ({ region: regionState.chosenRegion, product: typedProduct }),
    restore: (values) => {
      regionState.restoreRegion(values.region);
      setTypedProduct(values.product);
    },
  });
  const action = useOperatorAction(shopProductCalls.createShopProduct, {
    refetches: ['listShopVariants', 'listProductCategories', 'listAudit'],
    draft,
  });
  const categories = useOperatorQuery(shopCategoryCalls.listProductCategories, {
    query: { region: region ?? undefined },
  }).data?.data.filter((category) => category.region === region);
  const create = async () => {
    setShowErrors(true);
    const fields = productBody(typedProduct);
    if (region === null || fields === null) return;
    // If the operator has changed the country, the chosen category may belong to the previous one. It isn't sent then.
    const category = categories?.find(({ id }) => id === typedProduct.category)?.id ?? null;
    const why = await askWhy({
      title: t`Add this product?`,
      consequence: t`It’s hidden at first. Add pictures and a text, then make it visible.`,
      confirmLabel: t`Add the product`,
    });
    if (why === null) return;
    const { id } = await action.mutateAsync({ body: { region, ...fields, category, why } });
    showToast({ subject: 'products', tone: 'good', message: t`The product was added.` });
    await router.navigate({ href: `/shop/${id}?tab=details`, ignoreBlocker: true });
  };
  return (
    <ActionForm
      label={t`New product`}
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Add the product</Trans>}
      onSubmit={create}
      draft={draft}
    >
      {field(showErrors && region === null ? t`Choose a country.` : undefined)}
      <ProductFields
        typedProduct={typedProduct}
        categories={categories ?? []}
        showErrors={showErrors}
        onChange={(changes) => {
          action.reset();
          setTypedProduct((product) => ({ ...product, ...changes }));
        }}
      />
    </ActionForm>
  );
}
