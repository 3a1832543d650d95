import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { useCountryFilter } from '#console/parts/country-filter.ts';
import { claimColumn, StartQueue } from '#console/parts/queue/start-queue.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useListCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { CompanyBulkActions } from './bulk-companies.tsx';
import { companiesQuery, companiesSearch, defaultSortOf } from './companies-search.ts';
import { verificationQueue } from './verification-queue.ts';
import {
  stateText,
  stateTone,
  refusedOrWithdrawnText,
  verificationText,
  verificationTone,
  type ListedCompany,
} from './company-texts.ts';

/** List of companies with search, filters and links to their files. */
export function CompaniesScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(companiesSearch);
  const list = useOperatorList(
    companyCalls.listCompanies,
    companiesQuery(search, useListCountry(search.region)),
  );
  const canEdit = hasRight(useSession(), 'companies.edit');
  const countryFilter = useCountryFilter(search.region);
  const columns = useMemo(() => companyColumns(i18n), [i18n]);
  const yesNo = [
    { value: '1', label: t`Yes` },
    { value: '0', label: t`No` },
  ];
  return (
    <ScreenPage
      title={<Trans>Companies</Trans>}
      description={
        <Trans>
          Search by name, town, tax number, or a person’s phone number or email address.
        </Trans>
      }
      actions={canEdit && <StartQueue queue={verificationQueue} />}
    >
      <IndexTable
        label={t`Companies`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort={defaultSortOf(search)}
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: verificationText(i18n, 'open'), search: { verification: 'open' } },
          {
            title: t({ message: 'Overdue', context: 'records' }),
            search: { verification: 'open', overdue: '1' },
          },
          { title: stateText(i18n, 0), search: { active: '0' } },
        ]}
        filters={[
          {
            id: 'verification',
            label: t`Verification`,
            kind: 'choice',
            options: (['verified', 'open', 'refused'] as const).map((value) => ({
              value,
              label:
                value === 'refused' ? refusedOrWithdrawnText(i18n) : verificationText(i18n, value),
            })),
          },
          {
            id: 'active',
            label: t`Status`,
            kind: 'choice',
            options: ([1, 0, 2] as const).map((value) => ({
              value: String(value),
              label: stateText(i18n, value),
            })),
          },
          ...countryFilter,
          { id: 'leads', label: t`Gets leads`, kind: 'choice', options: yesNo },
          { id: 'from', label: t`Registered since`, kind: 'day' },
          { id: 'until', label: t`Registered until`, kind: 'day' },
        ]}
        searchKey="search"
        searchLabel={t`Search companies`}
        empty={{
          drawing: 'search-none',
          title: t`No companies here`,
          text: t`Companies appear here when they register.`,
        }}
        hrefOf={({ id }) => `/companies/${id}`}
        bulkActions={(selection) => canEdit && <CompanyBulkActions selection={selection} />}
      />
    </ScreenPage>
  );
}

const columnNames = {
  name: msg({ message: 'Name', context: 'company' }),
  number: msg({ message: 'Number', context: 'company' }),
  city: msg`Town`,
  tax: msg`Company number`,
  verification: msg`Verification`,
  active: msg`Status`,
  leads: msg`Gets leads`,
  created_at: msg`Registered on`,
  region: msg`Country`,
  yes: msg`Yes`,
  no: msg`No`,
} as const;

function companyColumns(i18n: I18n): IndexColumn<ListedCompany>[] {
  return [
    {
      id: 'name',
      header: i18n._(columnNames.name),
      width: 240,
      isSortable: true,
      text: ({ name }) => name,
    },
    { id: 'city', header: i18n._(columnNames.city), width: 130, text: ({ city }) => city },
    {
      id: 'tax',
      header: i18n._(columnNames.tax),
      width: 155,
      text: ({ registration_number: number }) => number ?? '–',
    },
    {
      id: 'verification',
      header: i18n._(columnNames.verification),
      width: 135,
      text: ({ verification }) => verificationText(i18n, verification),
      cell: ({ verification }) => (
        <Badge tone={verificationTone(verification)}>{verificationText(i18n, verification)}</Badge>
      ),
    },
    claimColumn(i18n),
    {
      id: 'active',
      header: i18n._(columnNames.active),
      width: 145,
      text: ({ active }) => stateText(i18n, active),
      cell: ({ active }) => <Badge tone={stateTone(active)}>{stateText(i18n, active)}</Badge>,
    },
    {
      id: 'created_at',
      header: i18n._(columnNames.created_at),
      width: 130,
      isSortable: true,
      text: ({ created_at: at }) => i18n.date(new Date(at), { dateStyle: 'medium' }),
    },
    {
      id: 'region',
      header: i18n._(columnNames.region),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
    {
      id: 'leads',
      header: i18n._(columnNames.leads),
      width: 90,
      text: ({ accepts_leads: has }) => i18n._(has ? columnNames.yes : columnNames.no),
    },
    {
      id: 'number',
      header: i18n._(columnNames.number),
      width: 90,
      isNumber: true,
      text: ({ number }) => String(number),
    },
  ];
}
