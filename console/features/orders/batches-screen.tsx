import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { orderBatchCalls, type ListedBatch } from '#schemas/operator/order-batch-calls.ts';
import { vendorTypes } from '#schemas/vendors.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { ListScreen } from '#console/parts/index-table/list-screen.tsx';
import { useOpenedRow } from '#console/parts/index-table/opened-row.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { BatchSheet } from './batch-sheet.tsx';
import { batchesSearch } from './batches-search.ts';
import { NewBatch } from './new-batch.tsx';
import { vendorText } from './order-texts.ts';

/** Batches of orders for vendors. */
export function BatchesScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(batchesSearch);
  const query = { type: search.type, sort: search.sort, region: useCountry() };
  const list = useOperatorList(orderBatchCalls.listOrderBatches, query, { fresh: 'queue' });
  const columns = useMemo(() => batchColumns(i18n), [i18n]);
  const openedBatch = useOpenedRow(orderBatchCalls.listOrderBatches, list, {
    ...{ id: search.open, idOf: ({ id }) => id },
    query: { batch: search.open },
  });
  const canEdit = hasRight(useSession(), 'orders.edit');
  return (
    <ListScreen
      title={t`Order batches`}
      description={
        <Trans>Approved orders for a vendor: a file goes out, and the answers come back.</Trans>
      }
      actions={
        canEdit && (
          <ActionButton onClick={() => changeSearch({ panel: 'new' })}>
            <Trans>Create batch</Trans>
          </ActionButton>
        )
      }
      defaultSort="-at"
      columns={columns}
      list={list}
      search={search}
      onSearchChange={changeSearch}
      filters={[
        {
          id: 'type',
          label: t`Vendor`,
          kind: 'choice',
          options: vendorTypes.map((value) => ({
            value,
            label: `${vendorText(i18n, value)} (${value})`,
          })),
        },
      ]}
      empty={{
        drawing: 'all-sent',
        title: t`No batches here`,
        text: t`A batch has the approved orders of one vendor.`,
      }}
      hrefOf={({ id }) => hrefWith({ open: id })}
    >
      <BatchSheet batch={openedBatch} onClose={() => changeSearch({ open: undefined })} />
      {search.panel === 'new' && <NewBatch onClose={() => changeSearch({ panel: undefined })} />}
    </ListScreen>
  );
}

/** Returns a text with the number of orders in the batch that have no result yet. */
const openText = (i18n: I18n, { open }: ListedBatch): string =>
  open === 0
    ? i18n._(msg`All answered`)
    : i18n._(
        msg`${plural({ openOrderCount: open }, { one: '# open order', other: '# open orders' })}`,
      );

const columnNames = {
  number: msg({ message: 'Batch', context: 'orders' }),
  at: msg`Created`,
  vendor: msg`Vendor`,
  state: msg`Status`,
  orders: msg`Orders`,
  points: msg`Points`,
  completed: msg({ message: 'Completed', context: 'orders' }),
  failed: msg({ message: 'Failed', context: 'orders' }),
  by: msg({ message: 'By', context: 'operator' }),
  region: msg`Country`,
} as const;

function batchColumns(i18n: I18n): IndexColumn<ListedBatch>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  const count = (id: 'orders' | 'points' | 'completed' | 'failed') => ({
    ...{ id, header: header(id), width: 110, isNumber: true },
    text: (batch: ListedBatch) => i18n.number(batch[id]),
  });
  return [
    { id: 'number', header: header('number'), width: 90, text: ({ number }) => String(number) },
    {
      id: 'at',
      isSortable: true,
      header: header('at'),
      width: 170,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    {
      id: 'vendor',
      header: header('vendor'),
      width: 160,
      text: ({ type }) => vendorText(i18n, type),
    },
    {
      id: 'state',
      header: header('state'),
      width: 160,
      text: (batch) => openText(i18n, batch),
      cell: (batch) => (
        <Badge tone={batch.open === 0 ? 'good' : 'info'}>{openText(i18n, batch)}</Badge>
      ),
    },
    ...[count('orders'), count('completed'), count('failed'), count('points')],
    { id: 'by', header: header('by'), width: 160, text: ({ created_by: { name } }) => name },
    {
      id: 'region',
      header: header('region'),
      width: 130,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
