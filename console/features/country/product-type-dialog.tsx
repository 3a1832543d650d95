import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { productTypeCalls } from '#schemas/operator/product-type-calls.ts';
import {
  tierCategory,
  type TierProductCategory,
  tierProductCategory,
} from '#schemas/product-type.ts';
import type { RegionId } from '#schemas/regions.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { useBaseValues } from '#console/parts/use-base-values.ts';
import { productStatuses, productStatusText } from '#console/parts/product-status.ts';
import { settingQueries } from './country-texts.ts';

interface ProductTypeDialogProps {
  readonly region: RegionId;
  /** Null for a new type. */
  readonly type: TierProductCategory | null;
  readonly knownTypes: readonly TierProductCategory[];
  readonly onClose: () => void;
}

/** Adds or changes a product type. */
export function ProductTypeDialog({ region, type, knownTypes, onClose }: ProductTypeDialogProps) {
  const { t, i18n } = useLingui();
  const latest = type && { status: type.status, tier_category: type.tier_category };
  const [name, setName] = useState(type?.type ?? '');
  const [fields, setFields] = useState(latest ?? { status: 'active', tier_category: 1 });
  const action = useOperatorAction(productTypeCalls.changeProductType, {
    refetches: settingQueries,
  });
  const { base: before, isReloaded } = useBaseValues(latest, action.error);
  const code = name.trim().toUpperCase();
  const parsedType = v.safeParse(tierProductCategory, { type: code, ...fields });
  const isKnown = type === null && knownTypes.some((knownType) => knownType.type === code);
  const isSame = before?.status === fields.status && before.tier_category === fields.tier_category;
  const nameError = isKnown
    ? t`This product type already exists.`
    : parsedType.success
      ? undefined
      : t`Use 2 to 8 letters or digits, without spaces.`;
  const submit = async (why: string) => {
    if (!parsedType.success) return;
    const body = { region, ...parsedType.output, before, why };
    const { approval } = await action.mutateAsync({ body });
    const { type: id } = parsedType.output;
    const message = approval === null ? t`Saved: ${id}` : t`A second person must approve this.`;
    showToast({ subject: 'country', tone: 'good', message });
    onClose();
  };
  return (
    <ActionDialog
      title={type === null ? t`Add a product type` : t`Edit type ${type.type}`}
      description={t`All countries share the product types. A second person must approve the change once a country has companies.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={nameError === undefined && !isSame}
      submitLabel={
        type === null ? <Trans>Add the product type</Trans> : <Trans>Change the product type</Trans>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {type === null && (
            <TextField
              label={t`Product type`}
              hint={t`The code on labels and in serial numbers, such as GGL. It can’t be changed later.`}
              autoComplete="off"
              maxLength={8}
              value={name}
              error={showErrors ? nameError : undefined}
              onChange={({ target }) => setName(target.value)}
            />
          )}
          <SelectField
            label={t`Status`}
            hint={t`Decor companies can scan only internal types in categories 2, 4 and 5. A retired type can no longer be scanned; its scanned products stay.`}
            options={productStatuses.map((value) => ({
              value,
              label: productStatusText(i18n, value),
            }))}
            value={fields.status}
            onChange={({ target }) =>
              setFields({
                ...fields,
                status: v.parse(tierProductCategory.entries.status, target.value),
              })
            }
          />
          <SelectField
            label={t`Tier category`}
            hint={t`Products in a category count together towards its levels. Once a product of the type has been scanned, the type keeps its category.`}
            options={tierCategory.options.map((value) => ({
              value: String(value),
              label: String(value),
            }))}
            value={String(fields.tier_category)}
            onChange={({ target: { value } }) =>
              setFields({ ...fields, tier_category: v.parse(tierCategory, Number(value)) })
            }
          />
          {isReloaded && before && (
            <p role="status" className="text-small">
              <Trans>
                The type is now {productStatusText(i18n, before.status)}, in category{' '}
                {String(before.tier_category)}.
              </Trans>
            </p>
          )}
          {showErrors && isSame && (
            <p role="alert" className="text-small text-bad">
              <Trans>You haven’t changed anything yet.</Trans>
            </p>
          )}
        </>
      )}
    </ActionDialog>
  );
}
