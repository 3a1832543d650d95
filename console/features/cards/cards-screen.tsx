import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { operatorCardCalls, type ListedCard } from '#schemas/operator/card-calls.ts';
import { cardViews } from '#schemas/operator/list-choices.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { searchQuery, useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { cardNumberText, cardStateText, cardStateTone } from './card-texts.ts';
import { cardsSearch, keepLastDigits } from './cards-search.ts';

const PAGE_SIZE = 50;

/** List of all companies' club cards and of orders for cards that haven't been issued yet, with views and a search. */
export function CardsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(cardsSearch);
  const { state, sort } = search;
  const list = useOperatorList(
    operatorCardCalls.listCards,
    { region: useCountry(), search: searchQuery(search.search), state, sort, limit: PAGE_SIZE },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => cardColumns(i18n), [i18n]);
  return (
    <ScreenPage
      title={<Trans>Club cards</Trans>}
      description={
        <Trans>
          Issue a requested card in its order, and any other card in the company’s tab “Cards”.
        </Trans>
      }
    >
      <IndexTable
        label={t`Club cards`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort={state === 'requested' ? 'at' : '-at'}
        onSearchChange={(changes, options) =>
          changeSearch(
            changes['search'] === undefined
              ? changes
              : { ...changes, search: keepLastDigits(changes['search'], state === 'requested') },
            options,
          )
        }
        views={[
          { title: t`All`, search: {} },
          ...cardViews.map((view) => ({
            title: cardStateText(i18n, view),
            search: { state: view },
          })),
        ]}
        searchKey="search"
        searchLabel={
          state === 'requested' ? t`Order number or company` : t`Last four digits or company`
        }
        empty={{
          drawing: 'all-sent',
          ...(state === 'requested'
            ? {
                title: t`No requested cards`,
                text: t`A card appears here when a company orders it in the shop. You can issue others in the company’s tab “Cards”.`,
              }
            : {
                title: t`No cards here`,
                text: t`Issue a card in its order, or in the company’s tab “Cards”.`,
              }),
        }}
        hrefOf={({ id, digits }) => (digits === null ? `/orders/${id}` : `/cards/${id}`)}
      />
    </ScreenPage>
  );
}

const columnNames = {
  number: msg({ message: 'Number', context: 'card' }),
  state: msg`Status`,
  company: msg`Company`,
  person: msg`Ordered by`,
  order: msg`Order`,
  at: msg({ message: 'Issued or ordered at', context: 'card' }),
  registered: msg({ message: 'Registered at', context: 'card' }),
  region: msg`Country`,
} as const;

function cardColumns(i18n: I18n): IndexColumn<ListedCard>[] {
  const name = (id: keyof typeof columnNames) => ({ id, header: i18n._(columnNames[id]) });
  return [
    {
      ...name('number'),
      width: 120,
      text: ({ digits }) => (digits === null ? i18n._(msg`No number yet`) : cardNumberText(digits)),
    },
    {
      ...name('state'),
      width: 120,
      text: ({ state }) => cardStateText(i18n, state),
      cell: ({ state }) => <Badge tone={cardStateTone(state)}>{cardStateText(i18n, state)}</Badge>,
    },
    { ...name('company'), width: 220, text: ({ company }) => company.name },
    { ...name('person'), width: 160, text: ({ person }) => person ?? '–' },
    { ...name('order'), width: 110, text: ({ order_number: number }) => number ?? '–' },
    {
      ...name('at'),
      width: 170,
      isSortable: true,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    {
      ...name('registered'),
      width: 160,
      text: ({ registered_at: at }) => (at === null ? '–' : timeText(i18n, at)),
    },
    { ...name('region'), width: 110, text: ({ region }) => countryText(i18n, region) },
  ];
}
