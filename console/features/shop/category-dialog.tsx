import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { normaliseLine } from '#schemas/normalise-text.ts';
import {
  MAX_CATEGORY_NAME,
  type ProductCategory,
  shopCategoryCalls,
} from '#schemas/operator/shop-category-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { OperatorError } from '#console/data/operator-error.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { FieldConflicts } from '#console/parts/record/field-conflicts.tsx';
import { useRecordForm, type EditedRecord } from '#console/parts/record/use-record-form.ts';
import { useRegionField } from '#console/parts/region-field.tsx';
import { categoryQueries } from './category-order.ts';
import { CategoryPicture } from './category-picture.tsx';

type Values = {
  readonly name: string;
  readonly is_visible: boolean;
  /** Image id; empty for none. */
  readonly picture: string;
};

const schema: v.GenericSchema<Values> = v.object({
  name: v.string(),
  is_visible: v.boolean(),
  picture: v.string(),
});

const toEditedCategory = ({ rev, name, is_visible, picture }: ProductCategory) => ({
  rev,
  values: { name, is_visible, picture: picture?.id ?? '' },
});

/** Adds a category to a country's shop. */
export function NewCategory({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { region, field } = useRegionField('shop.edit');
  const [name, setName] = useState('');
  const [picture, setPicture] = useState('');
  const action = useOperatorAction(shopCategoryCalls.createProductCategory, {
    refetches: categoryQueries,
  });
  const submit = async (why: string) => {
    if (region === null) return;
    await action.mutateAsync({ body: { region, name, picture: picture || null, why } });
    showToast({ subject: 'categories', tone: 'good', message: t`The category was added.` });
    onClose();
  };
  return (
    <ActionDialog
      title={t`New category`}
      description={t`It comes last in the list. Installers see it once a product has it.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={region !== null && normaliseLine(name) !== ''}
      submitLabel={<Trans>Add the category</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {field(showErrors && region === null ? t`Choose a country.` : undefined)}
          <TextField
            label={t({ message: 'Name', context: 'category' })}
            hint={t`In the country’s language, as installers read it.`}
            autoComplete="off"
            maxLength={MAX_CATEGORY_NAME}
            value={name}
            error={
              showErrors && normaliseLine(name) === ''
                ? t({ message: 'Enter a name.', context: 'thing' })
                : undefined
            }
            onChange={({ target }) => setName(target.value)}
          />
          <CategoryPicture value={picture} onChange={setPicture} />
        </>
      )}
    </ActionDialog>
  );
}

/** Names and values of the fields, for messages about conflicts. */
function useFieldTexts() {
  const { t } = useLingui();
  const fieldNames: Readonly<Record<keyof Values, string>> = {
    name: t({ message: 'Name', context: 'category' }),
    is_visible: t`Installers can filter by it`,
    picture: t({ message: 'Picture', context: 'category' }),
  };
  const valueText = (field: string, value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    return field === 'picture' && value !== '' ? t`Another picture` : value;
  };
  return { fieldNames, valueText };
}

interface EditCategoryProps {
  readonly category: ProductCategory;
  readonly onClose: () => void;
}

/** Changes a category. Merges other operators' changes, like a record's form. */
export function EditCategory({ category, onClose }: EditCategoryProps) {
  const { t } = useLingui();
  const { id, region } = category;
  // Keep the category as it was when the dialog opened, because the list is refetched in the meantime.
  const [record] = useState<EditedRecord<Values>>(() => toEditedCategory(category));
  const [error, setError] = useState<unknown>(null);
  const action = useOperatorAction(shopCategoryCalls.editProductCategory, {
    refetches: categoryQueries,
  });
  const { form, conflicts, mergedFields, submit, choose } = useRecordForm<Values>({
    record,
    schema,
    place: 'sheet',
    refetch: async () => {
      const input = { query: { region } };
      const { data } = await callOperator(shopCategoryCalls.listProductCategories, input);
      const newestCategory = data.find((row) => row.id === id);
      if (newestCategory === undefined) throw new OperatorError('not_found', { status: 404 });
      return toEditedCategory(newestCategory);
    },
  });
  const values = useWatch({ control: form.control });
  const name = normaliseLine(values.name ?? '');
  const { fieldNames, valueText } = useFieldTexts();
  const save = async (why: string) => {
    setError(null);
    try {
      const outcome = await submit({ ...form.getValues(), name }, ({ picture, ...changes }, rev) =>
        action.mutateAsync({
          params: { id },
          body: {
            ...changes,
            ...(picture !== undefined && { picture: picture || null }),
            ...{ rev, why },
          },
        }),
      );
      if (outcome === 'conflict') return;
      if (outcome === 'saved')
        showToast({ subject: 'categories', tone: 'good', message: t`The changes were saved.` });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  const mergedNames = mergedFields.map((field) => fieldNames[field as keyof Values]).join(', ');
  return (
    <ActionDialog
      title={t`Change the category ${category.name}?`}
      description={t`Phones get changes the next time they fetch the shop.`}
      error={error}
      isBusy={action.isPending}
      isValid={name !== ''}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={save}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {mergedFields.length > 0 && (
            <Banner tone="info" live="polite">
              <Trans>
                Someone else has changed these fields, and their changes are kept: {mergedNames}
              </Trans>
            </Banner>
          )}
          <FieldConflicts
            conflicts={conflicts}
            fieldNames={fieldNames}
            valueText={valueText}
            onChoose={choose}
          />
          <TextField
            label={fieldNames.name}
            hint={t`In the country’s language, as installers read it.`}
            autoComplete="off"
            maxLength={MAX_CATEGORY_NAME}
            error={
              showErrors && name === ''
                ? t({ message: 'Enter a name.', context: 'thing' })
                : undefined
            }
            {...form.register('name')}
          />
          <CheckboxField
            label={fieldNames.is_visible}
            description={t`Otherwise, the category is hidden. Its products stay in the shop, without a category.`}
            {...form.register('is_visible')}
          />
          <CategoryPicture
            value={values.picture ?? ''}
            onChange={(picture) => form.setValue('picture', picture, { shouldDirty: true })}
          />
        </>
      )}
    </ActionDialog>
  );
}
