import { useLingui } from '@lingui/react/macro';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { editedVariant, useShopEdits } from './price-edits.ts';
import { PriceCell, StockCell } from './shop-cells.tsx';
import { EditPricesButton, ShopEdits } from './shop-edits.tsx';
import type { ProductRecord } from './shop-texts.ts';

interface ProductVariantsProps {
  readonly product: ProductRecord;
  readonly canEdit: boolean;
}

/** Variants of a product, with price fields and a stock dialog. */
export function ProductVariants({ product, canEdit }: ProductVariantsProps) {
  const { t } = useLingui();
  const edits = useShopEdits();
  return (
    <ShopEdits state={edits}>
      <RowsTable
        label={t`Variants`}
        rows={product.variants}
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
            cell: (variant) => <PriceCell variant={editedVariant(product, variant)} />,
          },
          {
            id: 'stock',
            header: t`Stock`,
            isNumber: true,
            cell: (variant) => <StockCell variant={editedVariant(product, variant)} />,
          },
        ]}
      />
      {canEdit && (
        <p className="pt-3">
          <EditPricesButton state={edits} />
        </p>
      )}
    </ShopEdits>
  );
}
