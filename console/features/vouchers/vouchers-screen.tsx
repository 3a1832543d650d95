import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { voucherCalls } from '#schemas/operator/voucher-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { VoucherPanel } from './voucher-panel.tsx';
import { isLow, poolKey, type VoucherPool, vouchersSearch } from './vouchers-search.ts';

/** Lists vouchers with their numbers of free and used codes. */
export function VouchersScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(vouchersSearch);
  const list = useOperatorList(
    voucherCalls.listVoucherPools,
    { region: useCountry() },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => poolColumns(i18n), [i18n]);
  // The server always sends all pools, so they are filtered here.
  const rows = search.low === '1' ? list.rows.filter(isLow) : list.rows;
  const openedPool = list.rows.find((pool) => poolKey(pool) === search.open);
  return (
    <ScreenPage
      title={<Trans>Voucher codes</Trans>}
      description={
        <Trans>Codes are stored here, and given to orders. They are never shown again.</Trans>
      }
    >
      <IndexTable
        label={t`Voucher codes`}
        columns={columns}
        rowId={poolKey}
        list={{ ...list, rows, total: rows.length }}
        search={search}
        defaultSort=""
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: t`Running low`, search: { low: '1' } },
        ]}
        empty={{
          drawing: 'all-sent',
          title: t`No vouchers here`,
          text: t`Vouchers of the shop appear here with their codes.`,
        }}
        hrefOf={(pool) => hrefWith({ open: poolKey(pool) })}
      />
      <VoucherPanel pool={openedPool ?? null} onClose={() => changeSearch({ open: undefined })} />
    </ScreenPage>
  );
}

const columnNames = {
  name: msg`Voucher`,
  sku: msg({ message: 'Number', context: 'variant' }),
  free: msg({ message: 'Free', context: 'codes' }),
  state: msg`Status`,
  open: msg`Open orders`,
  used: msg({ message: 'Used', context: 'codes' }),
  expired: msg({ message: 'Expired', context: 'codes' }),
  expires: msg`Next expiry`,
  low: msg`Warn below`,
  region: msg`Country`,
  runningLow: msg`Running low`,
  fine: msg`Enough`,
} as const;

function poolColumns(i18n: I18n): IndexColumn<VoucherPool>[] {
  const stateOf = (pool: VoucherPool) =>
    i18n._(isLow(pool) ? columnNames.runningLow : columnNames.fine);
  const number = (id: 'free' | 'used' | 'expired', header: string): IndexColumn<VoucherPool> => ({
    id,
    header,
    width: 115,
    isNumber: true,
    text: (pool) => i18n.number(pool[id]),
  });
  return [
    {
      id: 'name',
      header: i18n._(columnNames.name),
      width: 240,
      text: ({ product }) => product.name,
    },
    {
      id: 'region',
      header: i18n._(columnNames.region),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
    { id: 'sku', header: i18n._(columnNames.sku), width: 150, text: ({ sku }) => sku },
    number('free', i18n._(columnNames.free)),
    {
      id: 'state',
      header: i18n._(columnNames.state),
      width: 140,
      text: stateOf,
      cell: (pool) => <Badge tone={isLow(pool) ? 'warn' : 'good'}>{stateOf(pool)}</Badge>,
    },
    {
      id: 'open',
      header: i18n._(columnNames.open),
      width: 160,
      isNumber: true,
      text: ({ open_orders: open }) => i18n.number(open),
    },
    number('used', i18n._(columnNames.used)),
    number('expired', i18n._(columnNames.expired)),
    {
      id: 'expires',
      header: i18n._(columnNames.expires),
      width: 170,
      text: ({ expires_at: at }) =>
        at === null ? '–' : i18n.date(new Date(at), { dateStyle: 'medium' }),
    },
    {
      id: 'low',
      header: i18n._(columnNames.low),
      width: 110,
      isNumber: true,
      text: ({ low_at: low }) => i18n.number(low),
    },
  ];
}
