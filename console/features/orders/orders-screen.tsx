import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { PackageOpen } from 'lucide-react';
import { useMemo } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { orderKinds, orderStates } from '#schemas/operator/order-kinds.ts';
import { vendorTypes } from '#schemas/vendors.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import { consoleLink } from '#console/parts/console-link.tsx';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { IndexFilter } from '#console/parts/index-table/index-props.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { claimColumn, StartQueue } from '#console/parts/queue/start-queue.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountryFilter } from '#console/parts/country-filter.ts';
import { useCountry, useListCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { orderQueue } from './order-queue.ts';
import { OrderBulkActions } from './bulk-orders.tsx';
import {
  goodsText,
  kindText,
  stateText,
  stateTone,
  vendorText,
  type ListedOrder,
} from './order-texts.ts';
import { ordersQuery, ordersSearch } from './orders-search.ts';

/** List of orders: views by state and kind, search, filters and bulk actions. */
export function OrdersScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(ordersSearch);
  const list = useOperatorList(
    orderCalls.listOrders,
    ordersQuery(search, useListCountry(search.region)),
    {
      fresh: 'queue',
    },
  );
  const columns = useMemo(() => orderColumns(i18n), [i18n]);
  const canEdit = hasRight(useSession(), 'orders.edit');
  const filters = useFilters(list.rows, search.region);
  return (
    <ScreenPage
      title={<Trans>Orders</Trans>}
      description={
        <Trans>Orders of the shop. Approving, completing and rejecting notify the customer.</Trans>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          <LinkButton
            variant="secondary"
            icon={<PackageOpen />}
            {...consoleLink('/orders/batches')}
          >
            <Trans>Batches</Trans>
          </LinkButton>
          {canEdit && <StartQueue queue={orderQueue} />}
        </div>
      }
    >
      <IndexTable
        label={t`Orders`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort={search.state === 'open' ? 'at' : '-at'}
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: t({ message: 'Open', context: 'orders' }), search: { state: 'open' } },
          {
            title: t({ message: 'Overdue', context: 'records' }),
            search: { state: 'open', overdue: '1' },
          },
          ...orderStates.map((state) => ({ title: stateText(i18n, state), search: { state } })),
        ]}
        kinds={{
          label: t`Kinds`,
          views: [
            { title: t`All kinds`, search: {} },
            ...orderKinds.map((kind) => ({ title: kindText(i18n, kind), search: { kind } })),
          ],
        }}
        filters={filters}
        searchKey="search"
        searchLabel={t`Order number or company`}
        empty={{
          drawing: 'all-sent',
          title: t`No orders here`,
          text: t`Orders appear here when a company spends points in the shop.`,
        }}
        hrefOf={({ id }) => `/orders/${id}`}
        bulkActions={(selection) => canEdit && <OrderBulkActions selection={selection} />}
      />
    </ScreenPage>
  );
}

/** Returns the list's filters. The company filter offers the companies of the listed orders. */
function useFilters(rows: readonly ListedOrder[], urlCountry: string | undefined): IndexFilter[] {
  const { t, i18n } = useLingui();
  const { data } = useOperatorQuery(orderCalls.listOrderedProducts, {
    query: { region: useCountry() },
  });
  const companies = new Map(rows.map(({ company }) => [company.id, company.name]));
  const countryFilter = useCountryFilter(urlCountry);
  return [
    {
      id: 'type',
      label: t`Vendor`,
      kind: 'choice',
      options: vendorTypes.map((value) => ({
        value,
        label: `${vendorText(i18n, value)} (${value})`,
      })),
    },
    {
      id: 'company',
      label: t`Company`,
      kind: 'choice',
      options: [...companies].map(([value, label]) => ({ value, label })),
    },
    {
      id: 'product',
      label: t`Product`,
      kind: 'choice',
      options: (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      id: 'batch',
      label: t({ message: 'Batch', context: 'orders' }),
      kind: 'choice',
      // This filter can't be chosen here. It's only set by the link on a batch.
      options: [],
      display: () => t`One batch`,
    },
    ...countryFilter,
    { id: 'from', label: t`From`, kind: 'day' },
    { id: 'until', label: t`Until`, kind: 'day' },
  ];
}

const columnNames = {
  number: msg({ message: 'Number', context: 'order' }),
  at: msg`Ordered at`,
  company: msg`Company`,
  goods: msg({ message: 'Goods', context: 'column' }),
  kind: msg`Kind`,
  vendor: msg`Vendor`,
  points: msg`Points`,
  state: msg`Status`,
  region: msg`Country`,
} as const;

function orderColumns(i18n: I18n): IndexColumn<ListedOrder>[] {
  return [
    { id: 'number', header: i18n._(columnNames.number), width: 100, text: ({ number }) => number },
    {
      id: 'at',
      header: i18n._(columnNames.at),
      width: 160,
      isSortable: true,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    {
      id: 'state',
      header: i18n._(columnNames.state),
      width: 180,
      text: ({ state }) => stateText(i18n, state),
      cell: ({ state }) => <Badge tone={stateTone(state)}>{stateText(i18n, state)}</Badge>,
    },
    claimColumn(i18n),
    {
      id: 'company',
      header: i18n._(columnNames.company),
      width: 190,
      text: ({ company }) => company.name,
    },
    {
      id: 'points',
      header: i18n._(columnNames.points),
      width: 80,
      isNumber: true,
      text: ({ points }) => i18n.number(points),
    },
    {
      id: 'goods',
      header: i18n._(columnNames.goods),
      width: 260,
      text: ({ goods }) => goodsText(goods),
    },
    {
      id: 'kind',
      header: i18n._(columnNames.kind),
      width: 120,
      text: ({ kind }) => kindText(i18n, kind),
    },
    {
      id: 'vendor',
      header: i18n._(columnNames.vendor),
      width: 120,
      text: ({ type }) => vendorText(i18n, type),
    },
    {
      id: 'region',
      header: i18n._(columnNames.region),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
