import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { returnCalls, type ScannedProduct } from '#schemas/operator/return-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { useCountryFilter } from '#console/parts/country-filter.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useListCountry } from '#console/parts/use-country.ts';
import { ProductState, productStateText } from './product-state.tsx';
import { ScannedProductPanel } from './scanned-product-panel.tsx';
import { scannedProductsQuery, scannedProductsSearch } from './scanned-products-search.ts';

/** Products that installers scanned, searchable by serial number, company or project. */
export function ScannedProductsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(scannedProductsSearch);
  const { open, panel, project } = search;
  const list = useOperatorList(
    returnCalls.listScannedProducts,
    scannedProductsQuery(search, useListCountry(search.region)),
    { fresh: 'queue' },
  );
  const countryFilter = useCountryFilter(search.region);
  const columns = useMemo(() => productColumns(i18n), [i18n]);
  return (
    <ScreenPage
      title={<Trans>Scanned products</Trans>}
      description={<Trans>Find a product by its serial number to take it back.</Trans>}
      actions={
        project !== undefined && (
          <Button variant="secondary" onClick={() => changeSearch({ panel: 'timeline' })}>
            <Trans>Project’s timeline</Trans>
          </Button>
        )
      }
    >
      <IndexTable
        label={t`Scanned products`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort="-at"
        onSearchChange={changeSearch}
        views={[
          { title: t({ message: 'All', context: 'products' }), search: {} },
          {
            title: t({ message: 'Returned', context: 'products' }),
            search: { state: 'returned' },
          },
        ]}
        filters={[
          { id: 'company', label: t`Company`, kind: 'company' },
          { id: 'project', label: t`Project`, kind: 'text' },
          ...countryFilter,
          { id: 'from', label: t`From`, kind: 'day' },
          { id: 'until', label: t`Until`, kind: 'day' },
        ]}
        searchKey="serial"
        searchLabel={t`Full serial number`}
        empty={{
          drawing: 'search-none',
          title: t`No products here`,
          text: t`Enter the full serial number, or remove a filter.`,
        }}
        hrefOf={({ id }) => hrefWith({ open: id })}
      />
      {project !== undefined && panel === 'timeline' && (
        <SideSheet
          isOpen
          onClose={() => changeSearch({ panel: undefined })}
          title={t`Project’s timeline`}
        >
          <Timeline
            call={returnCalls.listProjectTimeline}
            id={project}
            // A project without products has no row that names its country.
            comments={{ kind: 'project', region: list.rows[0]?.region ?? null }}
          />
        </SideSheet>
      )}
      {open !== undefined && (
        <ScannedProductPanel
          key={open}
          id={open}
          onClose={() => changeSearch({ open: undefined })}
        />
      )}
    </ScreenPage>
  );
}

const columnNames = {
  at: msg`Time`,
  serial: msg`Serial number`,
  product: msg`Product`,
  company: msg`Company`,
  region: msg`Country`,
  state: msg`Status`,
  points: msg`Points`,
} as const;

function productColumns(i18n: I18n): IndexColumn<ScannedProduct>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  return [
    {
      ...{ id: 'serial', header: header('serial'), width: 150 },
      text: ({ serial_number: serial }) => serial ?? '–',
    },
    {
      ...{ id: 'product', header: header('product'), width: 150 },
      text: ({ type, size, variant }) => `${type} ${size} ${variant}`,
    },
    { id: 'company', header: header('company'), width: 190, text: ({ company }) => company.name },
    {
      id: 'at',
      header: header('at'),
      width: 160,
      isSortable: true,
      text: ({ at }) => timeText(i18n, at),
    },
    {
      ...{ id: 'state', header: header('state'), width: 130 },
      text: ({ state }) => productStateText(i18n, state),
      cell: ({ state }) => <ProductState state={state} />,
    },
    {
      ...{ id: 'region', header: header('region'), width: 110 },
      text: ({ region }) => countryText(i18n, region),
    },
    {
      ...{ id: 'points', header: header('points'), width: 100, isNumber: true },
      text: ({ points }) => i18n.number(points),
    },
  ];
}
