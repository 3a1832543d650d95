import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { searchQuery, urlNumber, useUrlState } from '#console/parts/url-state.ts';
import { peopleSearch } from './people-search.ts';
import { roleChoices, roleText, stateText, stateTone, type ListedPerson } from './person-texts.ts';

/** People of all companies. */
export function PeopleScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(peopleSearch);
  const list = useOperatorList(personCalls.listPeople, {
    search: searchQuery(search.search),
    active: urlNumber(search.active),
    role: urlNumber(search.role),
    company: search.company,
    sort: search.sort,
    region: useCountry(),
  });
  const columns = useMemo(() => personColumns(i18n), [i18n]);
  const companyOf = (id: string) =>
    list.rows.find(({ company }) => company.id === id)?.company.name ?? id;
  return (
    <ScreenPage
      title={<Trans>People</Trans>}
      description={
        <Trans>
          Search by name, company or town; by phone number or email address if your role allows it.
        </Trans>
      }
    >
      <IndexTable
        label={t`People`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort="name"
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: t({ message: 'Active', context: 'people' }), search: { active: '1' } },
          { title: t({ message: 'Removed', context: 'people' }), search: { active: '0' } },
        ]}
        filters={[
          {
            id: 'role',
            label: t({ message: 'Role', context: 'person' }),
            kind: 'choice',
            options: roleChoices.map((role) => ({
              value: String(role),
              label: roleText(i18n, role),
            })),
          },
          ...(search.company === undefined
            ? []
            : [
                {
                  id: 'company',
                  label: t`Company`,
                  kind: 'text' as const,
                  display: companyOf,
                },
              ]),
        ]}
        searchKey="search"
        searchLabel={t`Search people`}
        empty={{
          drawing: 'search-none',
          title: t`No people here`,
          text: t`People appear here when their company registers or adds them.`,
        }}
        hrefOf={({ id }) => `/people/${id}`}
      />
    </ScreenPage>
  );
}

const columnNames = {
  name: msg({ message: 'Name', context: 'person' }),
  company: msg`Company`,
  role: msg({ message: 'Role', context: 'person' }),
  state: msg`Status`,
  created_at: msg`Added on`,
} as const;

function personColumns(i18n: I18n): IndexColumn<ListedPerson>[] {
  return [
    {
      id: 'name',
      header: i18n._(columnNames.name),
      width: 220,
      isSortable: true,
      text: ({ name }) => name,
    },
    {
      id: 'company',
      header: i18n._(columnNames.company),
      width: 250,
      text: ({ company }) => company.name,
    },
    {
      id: 'role',
      header: i18n._(columnNames.role),
      width: 200,
      text: ({ role }) => roleText(i18n, role),
    },
    {
      id: 'state',
      header: i18n._(columnNames.state),
      width: 140,
      text: (person) => stateText(i18n, person),
      cell: (person) => <Badge tone={stateTone(person)}>{stateText(i18n, person)}</Badge>,
    },
    {
      id: 'created_at',
      header: i18n._(columnNames.created_at),
      width: 130,
      isSortable: true,
      text: ({ created_at: at }) => i18n.date(new Date(at), { dateStyle: 'medium' }),
    },
  ];
}
