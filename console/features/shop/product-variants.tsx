import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MAX_VARIANTS } from '#schemas/operator/shop-product-calls.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { NewVariant } from './new-variant.tsx';
import { RemoveVariant } from './remove-variant.tsx';
import { PriceCell, StockCell } from './shop-cells.tsx';
import { EditButtons, ShopEdits } from './shop-edits.tsx';
import type { ProductRecord, Variant } from './shop-texts.ts';
import { toEditedVariant, useShopEdits } from './variant-edits.ts';

interface ProductVariantsProps {
  readonly product: ProductRecord;
  readonly canEdit: boolean;
}

/** Table of a product's variants, where their prices and stock can be changed, and variants added or removed. */
export function ProductVariants({ product, canEdit }: ProductVariantsProps) {
  const { t } = useLingui();
  const edits = useShopEdits(product.id);
  const [isAdding, setAdding] = useState(false);
  const { variants } = product;
  return (
    <ShopEdits state={edits}>
      <RowsTable
        label={t`Variants`}
        rows={variants}
        rowId={({ id }) => id}
        columns={[
          { id: 'title', header: t`Variant`, cell: ({ title }) => title || product.name },
          {
            id: 'sku',
            header: t({ message: 'Number', context: 'variant' }),
            cell: ({ sku }) => sku,
          },
          {
            id: 'price',
            header: t`Price`,
            isNumber: true,
            cell: (variant) => <PriceCell variant={toEditedVariant(product, variant)} />,
          },
          {
            id: 'stock',
            header: t`Stock`,
            isNumber: true,
            cell: (variant) => <StockCell variant={toEditedVariant(product, variant)} />,
          },
          ...(canEdit && variants.length > 1
            ? [
                {
                  id: 'remove',
                  header: t`Action`,
                  cell: (variant: Variant) => (
                    <RemoveVariant variant={toEditedVariant(product, variant)} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {canEdit && (
        <p className="flex flex-wrap gap-2 pt-3">
          <EditButtons state={edits} />
          <ActionButton
            variant="secondary"
            disabledReason={
              variants.length >= MAX_VARIANTS
                ? t`A product has at most ${MAX_VARIANTS} variants.`
                : undefined
            }
            onClick={() => setAdding(true)}
          >
            <Trans>Add a variant</Trans>
          </ActionButton>
        </p>
      )}
      {isAdding && <NewVariant product={product} onClose={() => setAdding(false)} />}
    </ShopEdits>
  );
}
