import { Trans, useLingui } from '@lingui/react/macro';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { PartTable } from '#console/parts/record/part-table.tsx';
import { reasonText, type ProductRecord } from './shop-texts.ts';

interface ProductMovementsProps {
  readonly product: ProductRecord;
  readonly canSeeOrders: boolean;
}

/** All stock movements of a product, newest first. Their sum is the stock. */
export function ProductMovements({ product, canSeeOrders }: ProductMovementsProps) {
  const { t, i18n } = useLingui();
  const list = useOperatorList(
    operatorShopCalls.listStockMovements,
    {},
    { params: { id: product.id }, fresh: 'queue' },
  );
  const stock = product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  return (
    <PartTable
      label={t`Stock movements`}
      list={list}
      rowId={({ id }) => String(id)}
      footer={[<Trans key="sum">Total</Trans>, null, null, null, i18n.number(stock)]}
      columns={[
        { id: 'at', header: t`Time`, cell: ({ at }) => timeText(i18n, at) },
        {
          id: 'variant',
          header: t`Variant`,
          cell: ({ variant }) => variant.title || variant.sku || t`Removed`,
        },
        { id: 'reason', header: t`Reason`, cell: ({ reason }) => reasonText(i18n, reason) },
        {
          id: 'who',
          header: t`Order or operator`,
          cell: ({ order, operator }) =>
            order === null ? (
              (operator ?? '–')
            ) : canSeeOrders ? (
              <ConsoleLink href={`/orders/${order.id}`} className="text-info underline">
                <Trans>Order {order.number}</Trans>
              </ConsoleLink>
            ) : (
              t`Order ${order.number}`
            ),
        },
        {
          id: 'change',
          header: t`Change`,
          isNumber: true,
          cell: ({ change }) => i18n.number(change, { signDisplay: 'exceptZero' }),
        },
        {
          id: 'stock',
          header: t`Stock after`,
          isNumber: true,
          cell: ({ stock: after }) => i18n.number(after),
        },
      ]}
    />
  );
}
