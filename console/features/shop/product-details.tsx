import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldError, UseFormReturn } from 'react-hook-form';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { RecordForm } from '#console/parts/record/record-form.tsx';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import {
  toEditedProduct,
  productChanges,
  productSchema,
  type ProductProblem,
  type ProductValues,
} from './product-form.ts';
import type { ProductRecord } from './shop-texts.ts';

/**
 * Form for the texts, category and visibility of a product. Operators without the right to edit products only see the
 * description.
 */
export function ProductDetails({ product, canEdit }: { product: ProductRecord; canEdit: boolean }) {
  return (
    <div className="max-w-[48rem] rounded-card bg-surface-raised p-4 card-rise">
      {canEdit ? (
        <ProductForm product={product} />
      ) : product.description === '' ? (
        <EmptyPart />
      ) : (
        <HtmlText html={product.description} />
      )}
    </div>
  );
}

function ProductForm({ product }: { product: ProductRecord }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const params = { id: product.id };
  const categories = useOperatorQuery(shopCategoryCalls.listProductCategories, {
    query: { region: product.region },
  }).data?.data;
  const { mutateAsync } = useOperatorAction(operatorShopCalls.editProduct, {
    refetches: ['listShopVariants', 'readProduct', 'listProductTimeline', 'listAudit'],
  });
  const fieldNames: Record<keyof ProductValues, string> = {
    name: t({ message: 'Name', context: 'product' }),
    description: t({ message: 'Description', context: 'product' }),
    category: t`Category`,
    active: t`For sale`,
    is_visible: t`Visible in the shop`,
    show_at: t`Show from`,
    hide_at: t`Hide from`,
  };
  const { category } = product;
  // Until the list of categories has been fetched, only the product's own category is offered.
  const options = (categories ?? (category ? [{ ...category, is_visible: true }] : [])).map(
    ({ id, name, is_visible: isVisible }) => ({
      value: id,
      label: isVisible ? name : t`${name} (hidden)`,
    }),
  );
  const valueText = (field: string, value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    return options.find((option) => field === 'category' && option.value === value)?.label ?? value;
  };
  return (
    <RecordForm<ProductValues>
      label={t`Details`}
      subject="product"
      draftId={{ kind: 'product', record: product.id }}
      record={toEditedProduct(product)}
      schema={productSchema}
      fieldNames={fieldNames}
      valueText={valueText}
      question={t`Change ${product.name}?`}
      save={(changes, rev, why) =>
        mutateAsync({ params, body: { ...productChanges(changes), rev, why } })
      }
      refetch={async () => {
        const newestProduct = await callOperator(operatorShopCalls.readProduct, { params });
        client.setQueryData([operatorShopCalls.readProduct.id, { params }], newestProduct);
        return toEditedProduct(newestProduct);
      }}
    >
      {(form) => <ProductFields form={form} fieldNames={fieldNames} categories={options} />}
    </RecordForm>
  );
}

interface ProductFieldsProps {
  readonly form: UseFormReturn<ProductValues, unknown, ProductValues>;
  readonly fieldNames: Readonly<Record<keyof ProductValues, string>>;
  readonly categories: readonly { readonly value: string; readonly label: string }[];
}

function ProductFields({ form, fieldNames, categories }: ProductFieldsProps) {
  const { t } = useLingui();
  const { register } = form;
  const { errors } = form.formState;
  const texts: Record<ProductProblem, string> = {
    required: t`This field can’t be empty.`,
    too_long: t`Use fewer characters.`,
  };
  // The schema's error messages are the keys of `texts`.
  const errorOf = (error: FieldError | undefined) =>
    error && texts[error.message as ProductProblem];
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <TextField
        label={fieldNames.name}
        autoComplete="off"
        error={errorOf(errors.name)}
        {...register('name')}
      />
      <TextAreaField
        label={fieldNames.description}
        hint={t`HTML, with the same tags as news. Other tags are removed.`}
        rows={6}
        error={errorOf(errors.description)}
        {...register('description')}
      />
      <SelectField
        label={fieldNames.category}
        placeholder={t({ message: 'None', context: 'category' })}
        options={categories}
        {...register('category')}
      />
      <FieldGrid>
        <CheckboxField
          label={fieldNames.active}
          description={t`Otherwise, the product can’t be ordered. Past orders still show it.`}
          {...register('active')}
        />
        <CheckboxField
          label={fieldNames.is_visible}
          description={t`Otherwise, the product can only be opened by its link.`}
          {...register('is_visible')}
        />
        <TextField
          label={fieldNames.show_at}
          optionalLabel={t`(optional)`}
          type="datetime-local"
          {...register('show_at')}
        />
        <TextField
          label={fieldNames.hide_at}
          optionalLabel={t`(optional)`}
          type="datetime-local"
          {...register('hide_at')}
        />
      </FieldGrid>
      <p className="text-small text-ink-soft">
        <Trans>Times are in your time zone, {zone}.</Trans>
      </p>
    </>
  );
}
