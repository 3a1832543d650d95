import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { leadGroupOf, leadGroups, leadStatuses } from '#schemas/lead-status.ts';
import { leadCalls, type ListedLead } from '#schemas/operator/lead-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { leadStatusText } from '#console/parts/lead-status-text.ts';
import { useCountryFilter } from '#console/parts/country-filter.ts';
import { LeadBulkActions } from './bulk-leads.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useListCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { groupText, groupTone, homeownerText, productsText } from './lead-texts.ts';
import { leadsQuery, leadsSearch } from './leads-search.ts';

/** Leads of all companies. */
export function LeadsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(leadsSearch);
  const list = useOperatorList(
    leadCalls.listLeads,
    leadsQuery(search, useListCountry(search.region)),
    { fresh: 'queue' },
  );
  const countryFilter = useCountryFilter(search.region);
  const canEdit = hasRight(useSession(), 'leads.edit');
  const columns = useMemo(() => leadColumns(i18n), [i18n]);
  return (
    <ScreenPage
      title={<Trans>Leads</Trans>}
      description={<Trans>Requests that were offered to companies.</Trans>}
    >
      <IndexTable
        label={t`Leads`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort="-created_at"
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          ...leadGroups.map((group) => ({ title: groupText(i18n, group), search: { group } })),
        ]}
        filters={[
          {
            id: 'status',
            label: t`Status`,
            kind: 'choice',
            options: leadStatuses.map((value) => ({ value, label: leadStatusText(i18n, value) })),
          },
          ...countryFilter,
          {
            id: 'since',
            label: t`Offered since`,
            kind: 'day',
          },
          {
            id: 'before',
            label: t`Offered before`,
            kind: 'day',
          },
          { id: 'company', label: t`Company`, kind: 'company' },
        ]}
        searchKey="search"
        searchLabel={t`Homeowner or town`}
        empty={{
          drawing: 'search-none',
          title: t`No leads here`,
          text: t`A lead appears here when a request is offered to a company.`,
        }}
        hrefOf={({ id }) => `/leads/${id}`}
        bulkActions={(selection) => canEdit && <LeadBulkActions selection={selection} />}
      />
    </ScreenPage>
  );
}

const columnNames = {
  created_at: msg`Offered at`,
  name: msg`Homeowner`,
  city: msg`Town`,
  status: msg`Status`,
  company: msg`Company`,
  expires: msg`Answer by`,
  products: msg`Products`,
  region: msg`Country`,
} as const;

function leadColumns(i18n: I18n): IndexColumn<ListedLead>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  return [
    {
      id: 'created_at',
      isSortable: true,
      header: header('created_at'),
      width: 160,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    { id: 'name', header: header('name'), width: 180, text: ({ name }) => homeownerText(name) },
    {
      id: 'city',
      header: header('city'),
      width: 170,
      text: ({ postal_code: code, city }) => `${code} ${city}`.trim(),
    },
    {
      id: 'status',
      header: header('status'),
      width: 190,
      text: ({ status }) => leadStatusText(i18n, status),
      cell: ({ status }) => (
        <Badge tone={groupTone(leadGroupOf(status))}>{leadStatusText(i18n, status)}</Badge>
      ),
    },
    { id: 'company', header: header('company'), width: 200, text: ({ company }) => company.name },
    {
      id: 'expires',
      header: header('expires'),
      width: 160,
      text: ({ expires_on: at }) => (at === null ? '–' : timeText(i18n, at)),
    },
    {
      id: 'products',
      header: header('products'),
      width: 110,
      text: (lead) => productsText(i18n, lead),
    },
    {
      id: 'region',
      header: header('region'),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
