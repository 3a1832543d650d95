import { Plural, Trans } from '@lingui/react/macro';
import { voucherCalls } from '#schemas/operator/voucher-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { isLow } from './vouchers-search.ts';

/** Number of vouchers that are running low, for the Today screen. */
export function LowVouchersCard() {
  const { data, error } = useOperatorQuery(
    voucherCalls.listVoucherPools,
    { query: { region: useCountry() } },
    { fresh: 'record' },
  );
  const lowPools = data?.data.filter(isLow) ?? [];
  const openOrderCount = lowPools.reduce((sum, { open_orders: open }) => sum + open, 0);
  return (
    <NumberCard
      title={<Trans>Vouchers running low</Trans>}
      href="/vouchers?low=1"
      value={data ? lowPools.length : null}
      error={error}
    >
      <Plural value={openOrderCount} one="# open order" other="# open orders" />
    </NumberCard>
  );
}
