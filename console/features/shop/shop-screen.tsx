import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { LOW_STOCK, operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { IndexFilter } from '#console/parts/index-table/index-props.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { ShopBulkActions } from './bulk-shop.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { searchQuery, urlNumber, useUrlState } from '#console/parts/url-state.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { NewProduct } from './new-product.tsx';
import { PriceCell, ProductPicture, StockCell } from './shop-cells.tsx';
import { EditButtons, ShopEdits } from './shop-edits.tsx';
import { shopSearch } from './shop-search.ts';
import {
  plannedText,
  visibilityOf,
  visibilityText,
  visibilityTone,
  type ListedVariant,
} from './shop-texts.ts';
import { toEditedVariant, useShopEdits } from './variant-edits.ts';

/**
 * Lists the variants of the shop's products. Operators with the right to edit the shop can also change prices and
 * stock, and add products.
 */
export function ShopScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(shopSearch);
  const list = useOperatorList(
    operatorShopCalls.listShopVariants,
    {
      search: searchQuery(search.search),
      shown: search.shown,
      low: urlNumber(search.low),
      category: search.category,
      sort: search.sort,
      region: useCountry(),
    },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => shopColumns(i18n), [i18n]);
  const edits = useShopEdits('list');
  const canEdit = hasRight(useSession(), 'shop.edit');
  return (
    <ScreenPage
      title={<Trans>Shop</Trans>}
      description={
        <>
          <Trans>Each row is a variant of a product, such as a size.</Trans>{' '}
          <ConsoleLink href="/shop/categories" className="font-semibold text-info underline">
            <Trans>Categories</Trans>
          </ConsoleLink>
        </>
      }
      actions={
        canEdit && (
          <>
            <EditButtons state={edits} />
            <ActionButton onClick={() => changeSearch({ panel: 'new' })}>
              <Trans>New product</Trans>
            </ActionButton>
          </>
        )
      }
    >
      <ShopEdits state={edits}>
        <IndexTable
          label={t`Shop`}
          columns={columns}
          rowId={({ id }) => id}
          list={list}
          search={search}
          defaultSort="name"
          onSearchChange={changeSearch}
          views={[
            { title: t`All`, search: {} },
            { title: t`Running low`, search: { low: '1' } },
            ...(['shown', 'hidden', 'inactive'] as const).map((visibility) => ({
              title: visibilityText(i18n, visibility),
              search: { shown: visibility },
            })),
          ]}
          filters={useFilters()}
          searchKey="search"
          searchLabel={t`Product or number`}
          empty={{
            drawing: 'all-sent',
            title: t`No products here`,
            text: t`Add one, or apply the setup files.`,
          }}
          hrefOf={({ product }) => `/shop/${product.id}`}
          bulkActions={(selection) => canEdit && <ShopBulkActions selection={selection} />}
        />
      </ShopEdits>
      <NewProduct
        isOpen={search.panel === 'new'}
        onClose={() => changeSearch({ panel: undefined })}
      />
    </ScreenPage>
  );
}

function useFilters(): IndexFilter[] {
  const { t, i18n } = useLingui();
  const country = useCountry();
  const { data } = useOperatorQuery(shopCategoryCalls.listProductCategories, {
    query: { region: country },
  });
  return [
    {
      id: 'category',
      label: t`Category`,
      kind: 'choice',
      // Categories of different countries can have the same name, so the label names the country unless one is chosen.
      options: (data?.data ?? []).map(({ id, name, region }) => ({
        value: id,
        label: country === undefined ? `${name} (${countryText(i18n, region)})` : name,
      })),
    },
    {
      id: 'shown',
      label: t`Status`,
      kind: 'choice',
      options: (['shown', 'hidden', 'inactive'] as const).map((value) => ({
        value,
        label: visibilityText(i18n, value),
      })),
    },
    {
      id: 'low',
      label: t`Stock`,
      kind: 'choice',
      options: [{ value: '1', label: t`Up to ${LOW_STOCK}` }],
    },
  ];
}

const columnNames = {
  name: msg({ message: 'Product', context: 'shop' }),
  variant: msg`Variant`,
  sku: msg({ message: 'Number', context: 'variant' }),
  price: msg`Price`,
  stock: msg`Stock`,
  state: msg`Status`,
  category: msg`Category`,
  planned: msg({ message: 'Planned', context: 'visibility' }),
  region: msg`Country`,
} as const;

const toEditedRow = ({ product, region, ...variant }: ListedVariant) =>
  toEditedVariant({ ...product, region }, variant);

function shopColumns(i18n: I18n): IndexColumn<ListedVariant>[] {
  return [
    {
      id: 'name',
      header: i18n._(columnNames.name),
      width: 250,
      isSortable: true,
      text: ({ product }) => product.name,
      cell: ({ product, picture }) => (
        <>
          <ProductPicture src={picture} />
          {product.name}
        </>
      ),
    },
    {
      id: 'variant',
      header: i18n._(columnNames.variant),
      width: 120,
      text: ({ title }) => title || '–',
    },
    { id: 'sku', header: i18n._(columnNames.sku), width: 170, text: ({ sku }) => sku },
    {
      id: 'price',
      header: i18n._(columnNames.price),
      width: 110,
      isSortable: true,
      isNumber: true,
      text: ({ price }) => i18n.number(price),
      cell: (row) => <PriceCell variant={toEditedRow(row)} />,
    },
    {
      id: 'stock',
      header: i18n._(columnNames.stock),
      width: 140,
      isSortable: true,
      isNumber: true,
      text: ({ stock }) => i18n.number(stock),
      cell: (row) => <StockCell variant={toEditedRow(row)} />,
    },
    {
      id: 'state',
      header: i18n._(columnNames.state),
      width: 140,
      text: (variant) => visibilityText(i18n, visibilityOf(variant)),
      cell: (variant) => {
        const visibility = visibilityOf(variant);
        return <Badge tone={visibilityTone(visibility)}>{visibilityText(i18n, visibility)}</Badge>;
      },
    },
    {
      id: 'category',
      header: i18n._(columnNames.category),
      width: 150,
      text: ({ category }) => category?.name ?? '–',
    },
    {
      id: 'planned',
      header: i18n._(columnNames.planned),
      width: 200,
      text: (variant) => plannedText(i18n, variant),
    },
    {
      id: 'region',
      header: i18n._(columnNames.region),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
